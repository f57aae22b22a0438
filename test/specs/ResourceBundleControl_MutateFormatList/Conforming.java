import java.util.*;

public class Conforming {
    public static void main(String[] args) throws Exception {
        ResourceBundle.Control control = ResourceBundle.Control.getControl(ResourceBundle.Control.FORMAT_DEFAULT);
        List<String> formats = new ArrayList<>(control.getFormats("x"));
        formats.add("json");
    }
}
