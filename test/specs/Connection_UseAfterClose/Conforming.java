import java.lang.reflect.Proxy;
import java.sql.*;

public class Conforming {
    public static void main(String[] args) throws Exception {
        Connection connection = connect();
        connection.commit();
        connection.close();
        connection.isClosed();
        connection.close();
    }

    static Connection connect() {
        return (Connection) Proxy.newProxyInstance(Connection.class.getClassLoader(), new Class<?>[] {Connection.class},
                (proxy, method, args) -> method.getReturnType() == boolean.class ? Boolean.TRUE : null);
    }
}
