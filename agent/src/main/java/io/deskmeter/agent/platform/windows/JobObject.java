package io.deskmeter.agent.platform.windows;

import com.sun.jna.Memory;
import com.sun.jna.Native;
import com.sun.jna.Pointer;
import com.sun.jna.platform.win32.Kernel32;
import com.sun.jna.platform.win32.WinNT;
import com.sun.jna.platform.win32.WinNT.HANDLE;
import com.sun.jna.win32.StdCallLibrary;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A group of processes that the system keeps: those that were added, and all that they start, including those that
 * detach. The system ends them when the last handle of the job is closed, which it does itself when this process ends,
 * for whatever cause.
 *
 * <p>The layouts are those of 64 bits. Not thread-safe.
 */
final class JobObject implements AutoCloseable {
    private static final int BASIC_PROCESS_ID_LIST = 3;
    private static final int EXTENDED_LIMIT_INFORMATION = 9;

    /** sizeof(JOBOBJECT_EXTENDED_LIMIT_INFORMATION), and the offset of LimitFlags in it. */
    private static final int LIMITS_BYTES = 144;

    private static final int LIMIT_FLAGS = 16;
    private static final int KILL_ON_JOB_CLOSE = 0x2000;

    /** Two counts of four bytes, then the identifiers. */
    private static final int LIST_HEADER = 8;

    private static final int MOST_PROCESSES = 4096;
    private static final int ERROR_MORE_DATA = 234;

    /** The functions of kernel32 that JNA's own class lacks. */
    interface Jobs extends StdCallLibrary {
        Jobs INSTANCE = Native.load("kernel32", Jobs.class);

        @Nullable
        HANDLE CreateJobObjectW(@Nullable Pointer security, @Nullable Pointer name);

        boolean SetInformationJobObject(HANDLE job, int kind, Pointer information, int length);

        boolean AssignProcessToJobObject(HANDLE job, HANDLE process);

        boolean QueryInformationJobObject(
                HANDLE job, int kind, Pointer information, int length, @Nullable Pointer returned);

        boolean TerminateJobObject(HANDLE job, int exitCode);
    }

    private final HANDLE job;

    private JobObject(HANDLE job) {
        this.job = job;
    }

    /** An empty one. */
    static JobObject create() throws IOException {
        HANDLE handle = Jobs.INSTANCE.CreateJobObjectW(null, null);
        if (handle == null) {
            throw failed("cannot be created");
        }
        JobObject job = new JobObject(handle);
        try (Memory limits = new Memory(LIMITS_BYTES)) {
            limits.clear();
            limits.setInt(LIMIT_FLAGS, KILL_ON_JOB_CLOSE);
            if (!Jobs.INSTANCE.SetInformationJobObject(handle, EXTENDED_LIMIT_INFORMATION, limits, LIMITS_BYTES)) {
                IOException failure = failed("does not take its limits");
                job.close();
                throw failure;
            }
        }
        return job;
    }

    /** Adds a running process. */
    void add(long process) throws IOException {
        HANDLE handle =
                Kernel32.INSTANCE.OpenProcess(WinNT.PROCESS_SET_QUOTA | WinNT.PROCESS_TERMINATE, false, (int) process);
        if (handle == null) {
            throw failed("cannot open process " + process);
        }
        try {
            if (!Jobs.INSTANCE.AssignProcessToJobObject(job, handle)) {
                throw failed("does not take process " + process);
            }
        } finally {
            Kernel32.INSTANCE.CloseHandle(handle);
        }
    }

    /** The identifiers of its running processes. */
    List<Long> processes() throws IOException {
        int length = LIST_HEADER + MOST_PROCESSES * Long.BYTES;
        try (Memory list = new Memory(length)) {
            list.clear();
            // A longer list is cut off.
            if (!Jobs.INSTANCE.QueryInformationJobObject(job, BASIC_PROCESS_ID_LIST, list, length, null)
                    && Native.getLastError() != ERROR_MORE_DATA) {
                throw failed("does not tell its processes");
            }
            List<Long> processes = new ArrayList<>();
            int count = list.getInt(Integer.BYTES);
            for (int i = 0; i < count; i++) {
                processes.add(list.getLong(LIST_HEADER + (long) i * Long.BYTES));
            }
            return processes;
        }
    }

    /** Ends all its processes; they may still be ending when this returns. */
    void terminate() throws IOException {
        if (!Jobs.INSTANCE.TerminateJobObject(job, 1)) {
            throw failed("does not end its processes");
        }
    }

    private static IOException failed(String what) {
        return new IOException("job object: " + what + ": error " + Native.getLastError());
    }

    @Override
    public void close() {
        Kernel32.INSTANCE.CloseHandle(job);
    }
}
