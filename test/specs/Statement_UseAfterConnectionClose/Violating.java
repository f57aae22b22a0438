import java.lang.reflect.Proxy;
import java.sql.*;

public class Violating {
    public static void main(String[] args) throws Exception {
        Connection connection = fake(Connection.class);
        Statement statement = connection.createStatement();
        statement.execute("select 1");
        connection.close();
        statement.execute("select 1"); // violation: Statement_UseAfterConnectionClose
    }

    @SuppressWarnings("unchecked")
    static <T> T fake(Class<T> type) {
        return (T) Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, (proxy, method, args) -> {
            if (method.getReturnType() == boolean.class) {
                return true;
            }
            return method.getReturnType() == Statement.class ? fake(Statement.class) : null;
        });
    }
}
