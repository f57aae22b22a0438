import javax.xml.parsers.*;

public class Violating {
    public static void main(String[] args) throws Exception {
        DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
        factory.setNamespaceAware(true);
        factory.newDocumentBuilder(); // violation: DocumentBuilderFactory_ExternalEntities
    }
}
