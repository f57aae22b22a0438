import java.io.StringReader;
import java.util.NoSuchElementException;
import javax.xml.stream.*;

public class Conforming {
    public static void main(String[] args) throws Exception {
        XMLStreamReader reader = XMLInputFactory.newInstance().createXMLStreamReader(new StringReader("<a/>"));
        while (reader.hasNext()) {
            reader.next();
        }
        reader.close();
    }
}
