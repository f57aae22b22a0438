import java.lang.reflect.Proxy;
import java.sql.*;

public class Violating {
    public static void main(String[] args) throws Exception {
        Statement statement = fake(Statement.class);
        ResultSet rows = statement.executeQuery("select 1");
        rows.next();
        statement.close();
        rows.next(); // violation: ResultSet_UseAfterStatementClose
    }

    @SuppressWarnings("unchecked")
    static <T> T fake(Class<T> type) {
        return (T) Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, (proxy, method, args) -> {
            if (method.getReturnType() == boolean.class) {
                return true;
            }
            return method.getReturnType() == ResultSet.class ? fake(ResultSet.class) : null;
        });
    }
}
