import java.util.*;

public class Violating {
    public static void main(String[] args) throws Exception {
        ResourceBundle.Control control = ResourceBundle.Control.getControl(ResourceBundle.Control.FORMAT_DEFAULT);
        List<String> formats = control.getFormats("x");
        try {
            formats.add("json"); // violation: ResourceBundleControl_MutateFormatList
        } catch (UnsupportedOperationException expected) {
            expected.getMessage();
        }
    }
}
