package io.deskmeter.agent.platform.windows;

import com.sun.jna.Native;
import com.sun.jna.platform.win32.Advapi32;
import com.sun.jna.platform.win32.Kernel32Util;
import com.sun.jna.platform.win32.WinError;
import com.sun.jna.platform.win32.WinNT;
import com.sun.jna.platform.win32.WinReg;
import com.sun.jna.platform.win32.WinReg.HKEY;
import com.sun.jna.platform.win32.WinReg.HKEYByReference;
import com.sun.jna.ptr.IntByReference;
import com.sun.jna.win32.StdCallLibrary;
import io.deskmeter.agent.platform.Registry;
import java.io.IOException;
import java.util.Arrays;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The registry as programs of 64 bits see it. Values are read and written as they are, whatever their type. */
final class WindowsRegistry implements Registry {
    private static final int READ = WinNT.KEY_READ | WinNT.KEY_WOW64_64KEY;
    private static final int CHANGE = READ | WinNT.KEY_WRITE;

    /** The function that JNA's own class lacks. */
    interface Flushes extends StdCallLibrary {
        Flushes INSTANCE = Native.load("advapi32", Flushes.class);

        int RegFlushKey(HKEY key);
    }

    /** Something that is done with an open key. */
    @FunctionalInterface
    private interface Work<T> {
        T with(HKEY key) throws IOException;
    }

    /** Whether this process may create keys and values there. */
    boolean canChange(String key) {
        try {
            return open(key, CHANGE, opened -> true).isPresent();
        } catch (IOException notAllowed) {
            return false;
        }
    }

    @Override
    public boolean hasKey(String key) throws IOException {
        return open(key, READ, opened -> true).isPresent();
    }

    @Override
    public Optional<Value> value(String key, String name) throws IOException {
        return open(key, READ, opened -> Optional.ofNullable(value(opened, key, name)))
                .flatMap(found -> found);
    }

    private static @Nullable Value value(HKEY opened, String key, String name) throws IOException {
        IntByReference type = new IntByReference();
        IntByReference length = new IntByReference();
        int code = Advapi32.INSTANCE.RegQueryValueEx(opened, name, 0, type, (com.sun.jna.Pointer) null, length);
        byte[] bytes = new byte[0];
        while (code == WinError.ERROR_SUCCESS || code == WinError.ERROR_MORE_DATA) {
            // One more, because there is no array of nothing. It may have become longer meanwhile.
            bytes = new byte[length.getValue() + 1];
            length.setValue(bytes.length);
            code = Advapi32.INSTANCE.RegQueryValueEx(opened, name, 0, type, bytes, length);
            if (code == WinError.ERROR_SUCCESS) {
                return new Value(type.getValue(), Arrays.copyOf(bytes, length.getValue()));
            }
        }
        if (code == WinError.ERROR_FILE_NOT_FOUND) {
            return null;
        }
        throw failed(key + "\\\\" + name, "read", code);
    }

    @Override
    public void createKey(String key) throws IOException {
        HKEYByReference created = new HKEYByReference();
        int code = Advapi32.INSTANCE.RegCreateKeyEx(
                hive(key), below(key), 0, null, WinNT.REG_OPTION_NON_VOLATILE, CHANGE, null, created, null);
        check(code, key, "created");
        try {
            flush(created.getValue(), key);
        } finally {
            Advapi32.INSTANCE.RegCloseKey(created.getValue());
        }
    }

    @Override
    public boolean removeEmptyKey(String key) throws IOException {
        Optional<Boolean> empty = open(key, READ, opened -> isEmpty(opened, key));
        if (empty.isEmpty() || !empty.get()) {
            return empty.isEmpty();
        }
        int last = key.lastIndexOf('\\');
        String above = key.substring(0, last);
        open(above, CHANGE, opened -> {
            // Refuses a key with keys in it, but not one with values.
            check(Advapi32.INSTANCE.RegDeleteKey(opened, key.substring(last + 1)), key, "removed");
            flush(opened, above);
            return true;
        });
        return true;
    }

    private static boolean isEmpty(HKEY opened, String key) throws IOException {
        IntByReference keys = new IntByReference();
        IntByReference values = new IntByReference();
        int code = Advapi32.INSTANCE.RegQueryInfoKey(
                opened, null, null, null, keys, null, null, values, null, null, null, null);
        check(code, key, "read");
        return keys.getValue() == 0 && values.getValue() == 0;
    }

    @Override
    public void set(String key, String name, Value value) throws IOException {
        Optional<Boolean> done = open(key, CHANGE, opened -> {
            byte[] bytes = value.bytes();
            int code = Advapi32.INSTANCE.RegSetValueEx(opened, name, 0, value.type(), bytes, bytes.length);
            check(code, key + "\\\\" + name, "written");
            flush(opened, key);
            return true;
        });
        if (done.isEmpty()) {
            throw failed(key + "\\\\" + name, "written", WinError.ERROR_FILE_NOT_FOUND);
        }
    }

    @Override
    public void remove(String key, String name) throws IOException {
        if (value(key, name).isPresent()) {
            open(key, CHANGE, opened -> {
                check(Advapi32.INSTANCE.RegDeleteValue(opened, name), key + "\\\\" + name, "removed");
                flush(opened, key);
                return true;
            });
        }
    }

    /** Empty if there is no such key. */
    private static <T> Optional<T> open(String key, int rights, Work<T> work) throws IOException {
        HKEYByReference opened = new HKEYByReference();
        int code = Advapi32.INSTANCE.RegOpenKeyEx(hive(key), below(key), 0, rights, opened);
        if (code == WinError.ERROR_FILE_NOT_FOUND || code == WinError.ERROR_PATH_NOT_FOUND) {
            return Optional.empty();
        }
        check(code, key, rights == READ ? "read" : "changed");
        try {
            return Optional.of(work.with(opened.getValue()));
        } finally {
            Advapi32.INSTANCE.RegCloseKey(opened.getValue());
        }
    }

    private static HKEY hive(String key) {
        String name = key.substring(0, Math.max(0, key.indexOf('\\')));
        return switch (name) {
            case "HKLM" -> WinReg.HKEY_LOCAL_MACHINE;
            case "HKCU" -> WinReg.HKEY_CURRENT_USER;
            default -> throw new IllegalArgumentException(key + " (expected: a key that begins with HKLM\\ or HKCU\\)");
        };
    }

    private static String below(String key) {
        return key.substring(key.indexOf('\\') + 1);
    }

    /** The system writes what was changed some seconds later by itself, and then a loss of power undoes it. */
    private static void flush(HKEY opened, String key) throws IOException {
        check(Flushes.INSTANCE.RegFlushKey(opened), key, "forced to the disk");
    }

    private static void check(int code, String place, String what) throws IOException {
        if (code != WinError.ERROR_SUCCESS) {
            throw failed(place, what, code);
        }
    }

    private static IOException failed(String place, String what, int code) {
        return new IOException(place + " cannot be " + what + ": "
                + Kernel32Util.formatMessage(code).strip()
                + " (expected: a user who may; for the machine, an administrator)");
    }
}
