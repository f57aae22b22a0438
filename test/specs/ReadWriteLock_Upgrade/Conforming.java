import java.util.concurrent.locks.*;

public class Conforming {
    public static void main(String[] args) throws Exception {
        ReadWriteLock rw = new ReentrantReadWriteLock();
        Lock read = rw.readLock();
        Lock write = rw.writeLock();
        read.lock();
        read.unlock();
        write.lock();
        read.lock();
        write.unlock();
        read.unlock();
    }
}
