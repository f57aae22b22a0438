import java.security.*;

public class Violating {
    public static void main(String[] args) throws Exception {
        KeyStore store = KeyStore.getInstance("PKCS12");
        try {
            store.size(); // violation: KeyStore_LoadBeforeUse
        } catch (KeyStoreException expected) {
            expected.getMessage();
        }
    }
}
