package io.deskmeter.screen.x11;

import com.sun.jna.LastErrorException;
import com.sun.jna.Native;
import com.sun.jna.NativeLong;
import com.sun.jna.Platform;
import com.sun.jna.Pointer;
import io.deskmeter.screen.ScreenException;
import java.nio.ByteBuffer;
import java.util.function.Consumer;

/**
 * Memory shared with an X server on this machine. It is marked for removal as soon as it exists; Linux still allows
 * attaching it. So it is removed even if a process is killed.
 *
 * <p>Thread-safe, because it is read on one thread and closed on another.
 */
final class SharedMemorySegment implements AutoCloseable {
    private static final Pointer FAILED = Pointer.createConstant(-1);

    private final int id;
    private final int bytes;
    private final Pointer address;
    private boolean closed;

    private SharedMemorySegment(int id, int bytes, Pointer address) {
        this.id = id;
        this.bytes = bytes;
        this.address = address;
    }

    /** Fails if the machine has no shared memory available. */
    static SharedMemorySegment create(int bytes) throws ScreenException {
        if (!Platform.isLinux()) {
            throw new ScreenException("shared memory: " + System.getProperty("os.name") + " (expected: Linux)");
        }
        try {
            int id = LibC.shmget(LibC.IPC_PRIVATE, new NativeLong(bytes), LibC.OWNER_READ_WRITE);
            if (id < 0) {
                throw failed(bytes, "shmget");
            }
            Pointer address = LibC.shmat(id, Pointer.NULL, 0);
            int error = Native.getLastError();
            LibC.shmctl(id, LibC.IPC_RMID, Pointer.NULL);
            if (FAILED.equals(address)) {
                throw new ScreenException("shared memory: " + bytes + " bytes: shmat failed, errno " + error);
            }
            return new SharedMemorySegment(id, bytes, address);
        } catch (LastErrorException | UnsatisfiedLinkError e) {
            throw new ScreenException("shared memory: the C library cannot be used: " + e.getMessage(), e);
        }
    }

    private static ScreenException failed(int bytes, String call) {
        return new ScreenException("shared memory: " + bytes + " bytes: " + call + " failed, errno "
                + Native.getLastError() + " (hint: sysctl kernel.shmmax, kernel.shmall, kernel.shmmni)");
    }

    int id() {
        return id;
    }

    int bytes() {
        return bytes;
    }

    /** Passes it to a reader; does nothing if it is closed. */
    synchronized void read(Consumer<ByteBuffer> reader) {
        if (!closed) {
            reader.accept(address.getByteBuffer(0, bytes));
        }
    }

    @Override
    public synchronized void close() {
        if (!closed) {
            closed = true;
            LibC.shmdt(address);
        }
    }
}
