package java.util;

import java.lang.reflect.Field;

/**
 * Keeps our fields out of what reflection shows: jdk.internal.reflect.Reflection.filterFields asks here first. It runs
 * long before the program does, so it uses nothing but arrays.
 */
public final class RevHidden {
    private static final int SYNTHETIC = 0x1000;

    private RevHidden() {}

    /** The same array where there is nothing to hide, which is nearly always. */
    public static Field[] fields(Field[] all) {
        if (all == null) {
            return null;
        }
        int hidden = 0;
        for (Field field : all) {
            if (isOurs(field)) {
                hidden++;
            }
        }
        if (hidden == 0) {
            return all;
        }
        Field[] shown = new Field[all.length - hidden];
        int at = 0;
        for (Field field : all) {
            if (!isOurs(field)) {
                shown[at++] = field;
            }
        }
        return shown;
    }

    private static boolean isOurs(Field field) {
        return (field.getModifiers() & SYNTHETIC) != 0 && field.getName().startsWith("revmon");
    }
}
