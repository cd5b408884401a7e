package io.deskmeter.agent.platform.windows;

import com.sun.jna.platform.win32.Advapi32Util;
import com.sun.jna.platform.win32.Win32Exception;
import com.sun.jna.platform.win32.WinReg;
import com.sun.jna.platform.win32.WinReg.HKEY;
import io.deskmeter.agent.platform.Autostart;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** A value of the registry's key {@code Run}, which the system executes when a user logs on. */
final class RunKeyAutostart implements Autostart {
    private static final String KEY = "Software\\Microsoft\\Windows\\CurrentVersion\\Run";

    private final HKEY root;
    private final String place;

    RunKeyAutostart(Scope scope) {
        this.root = scope == Scope.USER ? WinReg.HKEY_CURRENT_USER : WinReg.HKEY_LOCAL_MACHINE;
        this.place = (scope == Scope.USER ? "HKCU\\" : "HKLM\\") + KEY;
    }

    @Override
    public Optional<String> command() throws IOException {
        try {
            return Advapi32Util.registryValueExists(root, KEY, NAME)
                    ? Optional.of(Advapi32Util.registryGetStringValue(root, KEY, NAME))
                    : Optional.empty();
        } catch (Win32Exception e) {
            throw failed("read", e);
        }
    }

    @Override
    public void set(List<String> command) throws IOException {
        String line = command.stream().map(RunKeyAutostart::quoted).collect(Collectors.joining(" "));
        try {
            Advapi32Util.registryCreateKey(root, KEY);
            Advapi32Util.registrySetStringValue(root, KEY, NAME, line);
        } catch (Win32Exception e) {
            throw failed("written", e);
        }
    }

    /**
     * As the C runtime reads a command line: in quotes, with quotes escaped by a backslash, and the backslashes before
     * a quote doubled.
     */
    static String quoted(String argument) {
        String escaped = argument.replaceAll("(\\\\*)\"", "$1$1\\\\\"").replaceAll("(\\\\+)$", "$1$1");
        return '"' + escaped + '"';
    }

    @Override
    public void remove() throws IOException {
        try {
            if (Advapi32Util.registryValueExists(root, KEY, NAME)) {
                Advapi32Util.registryDeleteValue(root, KEY, NAME);
            }
        } catch (Win32Exception e) {
            throw failed("removed", e);
        }
    }

    private IOException failed(String what, Win32Exception cause) {
        return new IOException(
                place + ": \"" + NAME + "\" cannot be " + what + ": " + cause.getMessage()
                        + " (expected: a user who may; for all users, an administrator)",
                cause);
    }
}
