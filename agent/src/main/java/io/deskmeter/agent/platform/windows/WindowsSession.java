package io.deskmeter.agent.platform.windows;

import com.sun.jna.platform.win32.Kernel32;
import com.sun.jna.ptr.IntByReference;
import io.deskmeter.agent.platform.UserDisplay;
import io.deskmeter.agent.platform.UserSession;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A session of the system, at the machine itself or of Remote Desktop. */
final class WindowsSession implements UserSession {
    private static final Logger LOG = LoggerFactory.getLogger(WindowsSession.class);

    private final WindowsEnvironment environment;

    WindowsSession(WindowsEnvironment environment) {
        this.environment = environment;
    }

    /**
     * The system's number of the session, which keeps when a user connects to it again; the variable SESSIONNAME does
     * not.
     */
    @Override
    public String name() {
        IntByReference session = new IntByReference();
        int self = Kernel32.INSTANCE.GetCurrentProcessId();
        return Kernel32.INSTANCE.ProcessIdToSessionId(self, session) ? "#" + session.getValue() : "";
    }

    @Override
    public Path home() {
        String profile = environment.get("USERPROFILE");
        return Path.of(profile.isEmpty() ? System.getProperty("user.home") : profile);
    }

    @Override
    public UserDisplay display(LongSupplier nanoTime) {
        return new AwtDisplay(nanoTime);
    }

    @Override
    public void logOff() throws IOException {
        LOG.info("logs off");
        Process unused = new ProcessBuilder(logOffCommand())
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
    }

    /** By its path: another program of this name may be on PATH. */
    List<String> logOffCommand() {
        return List.of(system("shutdown.exe").toString(), "/l");
    }

    @Override
    public List<String> shell(String commandLine) {
        return List.of(system("cmd.exe").toString(), "/d", "/c", commandLine);
    }

    private Path system(String program) {
        String root = environment.get("SystemRoot");
        return Path.of(root.isEmpty() ? "C:\\Windows" : root, "System32", program);
    }
}
