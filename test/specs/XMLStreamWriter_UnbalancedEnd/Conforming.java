import java.io.StringWriter;
import javax.xml.stream.*;

public class Conforming {
    public static void main(String[] args) throws Exception {
        XMLStreamWriter writer = XMLOutputFactory.newInstance().createXMLStreamWriter(new StringWriter());
        writer.writeStartElement("a");
        writer.writeStartElement("b");
        writer.writeEndElement();
        writer.writeEndElement();
        writer.close();
    }
}
