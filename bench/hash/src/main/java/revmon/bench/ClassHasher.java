package revmon.bench;

import org.objectweb.asm.AnnotationVisitor;
import org.objectweb.asm.Attribute;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ConstantDynamic;
import org.objectweb.asm.FieldVisitor;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.ModuleVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.RecordComponentVisitor;
import org.objectweb.asm.Type;
import org.objectweb.asm.TypePath;

/**
 * Feeds everything ASM visits into a digest: one for the header of the class, one for each field and method, and
 * one over all of these. Reusable, allocation-free but for what ASM itself allocates.
 */
final class ClassHasher extends ClassVisitor {
    private static final int API = Opcodes.ASM9;

    long fields;
    long methods;
    long instructions;

    private final Digest header = new Digest();
    private final Digest member = new Digest();
    private final Digest total = new Digest();
    private Digest out = header;
    private int labels;

    ClassHasher() {
        super(API);
    }

    /** The digest of the class that was just visited; the next class can follow. */
    long finish() {
        total.putLong(header.hash());
        long hash = total.hash();
        header.clear();
        total.clear();
        out = header;
        return hash;
    }

    private void endMember() {
        total.putLong(member.hash());
        member.clear();
        out = header;
    }

    private void value(Object value) {
        if (value == null) {
            out.putByte(0);
        } else if (value instanceof String s) {
            out.putByte(1);
            out.putString(s);
        } else if (value instanceof Integer i) {
            out.putByte(2);
            out.putInt(i);
        } else if (value instanceof Long l) {
            out.putByte(3);
            out.putLong(l);
        } else if (value instanceof Float f) {
            out.putByte(4);
            out.putInt(Float.floatToRawIntBits(f));
        } else if (value instanceof Double d) {
            out.putByte(5);
            out.putLong(Double.doubleToRawLongBits(d));
        } else if (value instanceof Type t) {
            out.putByte(6);
            out.putString(t.getDescriptor());
        } else if (value instanceof Handle h) {
            handle(h);
        } else if (value instanceof ConstantDynamic c) {
            out.putByte(8);
            out.putString(c.getName());
            out.putString(c.getDescriptor());
            handle(c.getBootstrapMethod());
            for (int i = 0; i < c.getBootstrapMethodArgumentCount(); i++) {
                value(c.getBootstrapMethodArgument(i));
            }
        } else if (value instanceof Boolean b) {
            out.putByte(b ? 10 : 9);
        } else if (value instanceof Number n) {
            out.putByte(11);
            out.putInt(n.intValue());
        } else if (value instanceof Character c) {
            out.putByte(12);
            out.putInt(c);
        } else {
            out.putByte(13);
            out.putString(arrayText(value));
        }
    }

    private static String arrayText(Object array) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < java.lang.reflect.Array.getLength(array); i++) {
            text.append(java.lang.reflect.Array.get(array, i)).append(',');
        }
        return text.toString();
    }

    private void handle(Handle h) {
        out.putByte(7);
        out.putByte(h.getTag());
        out.putString(h.getOwner());
        out.putString(h.getName());
        out.putString(h.getDesc());
    }

    private void label(Label label) {
        if (label.info == null) {
            label.info = labels++;
        }
        out.putInt((Integer) label.info);
    }

    @Override
    public void visit(int version, int access, String name, String signature, String superName, String[] interfaces) {
        out.putInt(version);
        out.putInt(access);
        out.putString(name);
        out.putString(signature);
        out.putString(superName);
        out.putStrings(interfaces);
    }

    @Override
    public ModuleVisitor visitModule(String name, int access, String version) {
        out.putString(name);
        out.putInt(access);
        out.putString(version);
        return module;
    }

    @Override
    public void visitNestHost(String host) {
        out.putByte(20);
        out.putString(host);
    }

    @Override
    public void visitOuterClass(String owner, String name, String descriptor) {
        out.putByte(21);
        out.putString(owner);
        out.putString(name);
        out.putString(descriptor);
    }

    @Override
    public AnnotationVisitor visitAnnotation(String descriptor, boolean visible) {
        return annotation(22, descriptor, visible);
    }

    @Override
    public AnnotationVisitor visitTypeAnnotation(int ref, TypePath path, String descriptor, boolean visible) {
        return typeAnnotation(ref, path, descriptor, visible);
    }

    @Override
    public void visitAttribute(Attribute attribute) {
        out.putByte(23);
        out.putString(attribute.type);
    }

    @Override
    public void visitNestMember(String member) {
        out.putByte(24);
        out.putString(member);
    }

    @Override
    public void visitPermittedSubclass(String subclass) {
        out.putByte(25);
        out.putString(subclass);
    }

    @Override
    public void visitInnerClass(String name, String outer, String inner, int access) {
        out.putByte(26);
        out.putString(name);
        out.putString(outer);
        out.putString(inner);
        out.putInt(access);
    }

    @Override
    public RecordComponentVisitor visitRecordComponent(String name, String descriptor, String signature) {
        out.putByte(27);
        out.putString(name);
        out.putString(descriptor);
        out.putString(signature);
        return component;
    }

    @Override
    public FieldVisitor visitField(int access, String name, String descriptor, String signature, Object value) {
        fields++;
        out = member;
        out.putInt(access);
        out.putString(name);
        out.putString(descriptor);
        out.putString(signature);
        value(value);
        return field;
    }

    @Override
    public MethodVisitor visitMethod(int access, String name, String descriptor, String signature, String[] exceptions) {
        methods++;
        labels = 0;
        out = member;
        out.putInt(access);
        out.putString(name);
        out.putString(descriptor);
        out.putString(signature);
        out.putStrings(exceptions);
        return method;
    }

    private AnnotationVisitor annotation(int tag, String descriptor, boolean visible) {
        out.putByte(tag);
        out.putByte(visible ? 1 : 0);
        out.putString(descriptor);
        return annotation;
    }

    private AnnotationVisitor typeAnnotation(int ref, TypePath path, String descriptor, boolean visible) {
        out.putInt(ref);
        if (path != null) {
            for (int i = 0; i < path.getLength(); i++) {
                out.putByte(path.getStep(i));
                out.putByte(path.getStepArgument(i));
            }
        }
        return annotation(28, descriptor, visible);
    }

    private final AnnotationVisitor annotation = new AnnotationVisitor(API) {
        @Override
        public void visit(String name, Object value) {
            out.putString(name);
            value(value);
        }

        @Override
        public void visitEnum(String name, String descriptor, String value) {
            out.putString(name);
            out.putString(descriptor);
            out.putString(value);
        }

        @Override
        public AnnotationVisitor visitAnnotation(String name, String descriptor) {
            out.putString(name);
            out.putString(descriptor);
            return this;
        }

        @Override
        public AnnotationVisitor visitArray(String name) {
            out.putByte(29);
            out.putString(name);
            return this;
        }

        @Override
        public void visitEnd() {
            out.putByte(30);
        }
    };

    private final FieldVisitor field = new FieldVisitor(API) {
        @Override
        public AnnotationVisitor visitAnnotation(String descriptor, boolean visible) {
            return annotation(22, descriptor, visible);
        }

        @Override
        public AnnotationVisitor visitTypeAnnotation(int ref, TypePath path, String descriptor, boolean visible) {
            return typeAnnotation(ref, path, descriptor, visible);
        }

        @Override
        public void visitEnd() {
            endMember();
        }
    };

    private final RecordComponentVisitor component = new RecordComponentVisitor(API) {
        @Override
        public AnnotationVisitor visitAnnotation(String descriptor, boolean visible) {
            return annotation(22, descriptor, visible);
        }

        @Override
        public AnnotationVisitor visitTypeAnnotation(int ref, TypePath path, String descriptor, boolean visible) {
            return typeAnnotation(ref, path, descriptor, visible);
        }
    };

    private final ModuleVisitor module = new ModuleVisitor(API) {
        @Override
        public void visitMainClass(String name) {
            out.putString(name);
        }

        @Override
        public void visitPackage(String name) {
            out.putString(name);
        }

        @Override
        public void visitRequire(String name, int access, String version) {
            out.putString(name);
            out.putInt(access);
            out.putString(version);
        }

        @Override
        public void visitExport(String name, int access, String... modules) {
            out.putString(name);
            out.putInt(access);
            out.putStrings(modules);
        }

        @Override
        public void visitOpen(String name, int access, String... modules) {
            out.putString(name);
            out.putInt(access);
            out.putStrings(modules);
        }

        @Override
        public void visitUse(String service) {
            out.putString(service);
        }

        @Override
        public void visitProvide(String service, String... providers) {
            out.putString(service);
            out.putStrings(providers);
        }
    };

    private final MethodVisitor method = new MethodVisitor(API) {
        private void op(int opcode) {
            instructions++;
            out.putByte(opcode);
        }

        @Override
        public void visitParameter(String name, int access) {
            out.putString(name);
            out.putInt(access);
        }

        @Override
        public AnnotationVisitor visitAnnotationDefault() {
            out.putByte(31);
            return annotation;
        }

        @Override
        public AnnotationVisitor visitAnnotation(String descriptor, boolean visible) {
            return annotation(22, descriptor, visible);
        }

        @Override
        public AnnotationVisitor visitTypeAnnotation(int ref, TypePath path, String descriptor, boolean visible) {
            return typeAnnotation(ref, path, descriptor, visible);
        }

        @Override
        public AnnotationVisitor visitParameterAnnotation(int parameter, String descriptor, boolean visible) {
            out.putInt(parameter);
            return annotation(32, descriptor, visible);
        }

        @Override
        public void visitFrame(int type, int numLocal, Object[] local, int numStack, Object[] stack) {
            out.putInt(type);
            types(numLocal, local);
            types(numStack, stack);
        }

        private void types(int count, Object[] types) {
            out.putInt(count);
            for (int i = 0; types != null && i < count; i++) {
                if (types[i] instanceof Label l) {
                    label(l);
                } else {
                    value(types[i]);
                }
            }
        }

        @Override
        public void visitInsn(int opcode) {
            op(opcode);
        }

        @Override
        public void visitIntInsn(int opcode, int operand) {
            op(opcode);
            out.putInt(operand);
        }

        @Override
        public void visitVarInsn(int opcode, int local) {
            op(opcode);
            out.putInt(local);
        }

        @Override
        public void visitTypeInsn(int opcode, String type) {
            op(opcode);
            out.putString(type);
        }

        @Override
        public void visitFieldInsn(int opcode, String owner, String name, String descriptor) {
            op(opcode);
            out.putString(owner);
            out.putString(name);
            out.putString(descriptor);
        }

        @Override
        public void visitMethodInsn(int opcode, String owner, String name, String descriptor, boolean isInterface) {
            op(opcode);
            out.putString(owner);
            out.putString(name);
            out.putString(descriptor);
            out.putByte(isInterface ? 1 : 0);
        }

        @Override
        public void visitInvokeDynamicInsn(String name, String descriptor, Handle bootstrap, Object... arguments) {
            op(Opcodes.INVOKEDYNAMIC);
            out.putString(name);
            out.putString(descriptor);
            handle(bootstrap);
            for (Object argument : arguments) {
                value(argument);
            }
        }

        @Override
        public void visitJumpInsn(int opcode, Label target) {
            op(opcode);
            label(target);
        }

        @Override
        public void visitLabel(Label l) {
            out.putByte(33);
            label(l);
        }

        @Override
        public void visitLdcInsn(Object constant) {
            op(Opcodes.LDC);
            value(constant);
        }

        @Override
        public void visitIincInsn(int local, int increment) {
            op(Opcodes.IINC);
            out.putInt(local);
            out.putInt(increment);
        }

        @Override
        public void visitTableSwitchInsn(int min, int max, Label fallback, Label... targets) {
            op(Opcodes.TABLESWITCH);
            out.putInt(min);
            out.putInt(max);
            label(fallback);
            for (Label target : targets) {
                label(target);
            }
        }

        @Override
        public void visitLookupSwitchInsn(Label fallback, int[] keys, Label[] targets) {
            op(Opcodes.LOOKUPSWITCH);
            label(fallback);
            for (int i = 0; i < keys.length; i++) {
                out.putInt(keys[i]);
                label(targets[i]);
            }
        }

        @Override
        public void visitMultiANewArrayInsn(String descriptor, int dimensions) {
            op(Opcodes.MULTIANEWARRAY);
            out.putString(descriptor);
            out.putInt(dimensions);
        }

        @Override
        public void visitTryCatchBlock(Label start, Label end, Label handler, String type) {
            out.putByte(34);
            label(start);
            label(end);
            label(handler);
            out.putString(type);
        }

        @Override
        public void visitEnd() {
            endMember();
        }
    };
}
