import java.io.*;
import java.util.*;

public class Conforming {
    public static void main(String[] args) throws Exception {
        InputStream in = xml();
        new Properties().load(in);
        in.read();
        new Properties().loadFromXML(xml());
    }

    static InputStream xml() {
        return new ByteArrayInputStream(("<?xml version=\"1.0\"?><!DOCTYPE properties SYSTEM "
                + "\"http://java.sun.com/dtd/properties.dtd\"><properties/>").getBytes());
    }
}
