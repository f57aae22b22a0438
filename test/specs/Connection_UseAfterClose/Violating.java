import java.lang.reflect.Proxy;
import java.sql.*;

public class Violating {
    public static void main(String[] args) throws Exception {
        Connection connection = connect();
        connection.commit();
        connection.close();
        connection.commit(); // violation: Connection_UseAfterClose
    }

    static Connection connect() {
        return (Connection) Proxy.newProxyInstance(Connection.class.getClassLoader(), new Class<?>[] {Connection.class},
                (proxy, method, args) -> method.getReturnType() == boolean.class ? Boolean.TRUE : null);
    }
}
