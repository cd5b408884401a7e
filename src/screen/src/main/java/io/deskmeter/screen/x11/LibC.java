package io.deskmeter.screen.x11;

import com.sun.jna.Native;
import com.sun.jna.NativeLong;
import com.sun.jna.Pointer;

/** System V shared memory, see shmget(2), shmat(2), shmctl(2). */
final class LibC {
    static final int IPC_PRIVATE = 0;
    static final int IPC_RMID = 0;
    static final int OWNER_READ_WRITE = 0600;

    static {
        Native.register(LibC.class, "c");
    }

    private LibC() {}

    static native int shmget(int key, NativeLong bytes, int flags);

    static native Pointer shmat(int id, Pointer address, int flags);

    static native int shmdt(Pointer address);

    static native int shmctl(int id, int command, Pointer data);
}
