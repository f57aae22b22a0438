import java.lang.reflect.Proxy;
import java.sql.*;

public class Conforming {
    public static void main(String[] args) throws Exception {
        Connection connection = connect();
        connection.setAutoCommit(true);
        connection.setAutoCommit(false);
        connection.rollback();
    }

    static Connection connect() {
        return (Connection) Proxy.newProxyInstance(Connection.class.getClassLoader(), new Class<?>[] {Connection.class},
                (proxy, method, args) -> method.getReturnType() == boolean.class ? Boolean.TRUE : null);
    }
}
