import java.io.StringReader;
import java.util.NoSuchElementException;
import javax.xml.stream.*;

public class Violating {
    public static void main(String[] args) throws Exception {
        XMLStreamReader reader = XMLInputFactory.newInstance().createXMLStreamReader(new StringReader("<a/>"));
        while (reader.hasNext()) {
            reader.next();
        }
        try {
            reader.next(); // violation: XMLStreamReader_NextAfterEnd
        } catch (NoSuchElementException expected) {
            reader.close();
        }
    }
}
