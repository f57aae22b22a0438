import java.io.StringWriter;
import javax.xml.stream.*;

public class Violating {
    public static void main(String[] args) throws Exception {
        XMLStreamWriter writer = XMLOutputFactory.newInstance().createXMLStreamWriter(new StringWriter());
        writer.writeStartElement("a");
        writer.writeStartElement("b");
        writer.writeEndElement();
        writer.writeEndElement();
        try {
            writer.writeEndElement(); // violation: XMLStreamWriter_UnbalancedEnd
        } catch (XMLStreamException | RuntimeException expected) {
            writer.close();
        }
    }
}
