import java.io.*;
import java.util.*;

public class Violating {
    public static void main(String[] args) throws Exception {
        InputStream in = xml();
        new Properties().loadFromXML(in);
        in.read(); // violation: Properties_ManipulateAfterLoad
    }

    static InputStream xml() {
        return new ByteArrayInputStream(("<?xml version=\"1.0\"?><!DOCTYPE properties SYSTEM "
                + "\"http://java.sun.com/dtd/properties.dtd\"><properties/>").getBytes());
    }
}
