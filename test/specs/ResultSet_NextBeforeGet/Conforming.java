import java.lang.reflect.Proxy;
import java.sql.*;

public class Conforming {
    public static void main(String[] args) throws Exception {
        Statement statement = fake(Statement.class, true);
        ResultSet rows = statement.executeQuery("select 1");
        if (rows.next()) {
            rows.getString(1);
            rows.getString(2);
        }
    }

    @SuppressWarnings("unchecked")
    static <T> T fake(Class<T> type, boolean next) {
        return (T) Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, (proxy, method, args) -> {
            if (method.getReturnType() == boolean.class) {
                return next;
            }
            return method.getReturnType() == ResultSet.class ? fake(ResultSet.class, next) : null;
        });
    }
}
