package io.deskmeter.agent.platform.linux;

import io.deskmeter.agent.platform.Autostart;
import io.deskmeter.agent.platform.DesktopEntry;
import io.deskmeter.agent.platform.MarkedProcesses;
import io.deskmeter.agent.platform.Platform;
import io.deskmeter.agent.platform.PrivateFiles;
import io.deskmeter.agent.platform.Registry;
import io.deskmeter.agent.platform.UserSession;
import io.deskmeter.screen.program.ProgramSearch;
import io.deskmeter.screen.program.SearchPath;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Linux with X displays. */
public final class LinuxPlatform implements Platform {
    private static final String USUAL_PATH = "/usr/local/bin:/usr/bin:/bin";

    /** Folders with servers. */
    private static final String SERVERS = ":/usr/local/sbin:/usr/sbin";

    private final MarkedProcesses processes = new LinuxProcesses();
    private final PrivateFiles files = new PosixPrivateFiles();

    @Override
    public String name() {
        return "linux";
    }

    @Override
    public Path stateFolder(String program) {
        return Path.of(System.getProperty("user.home"), ".local", "state", "deskmeter", program);
    }

    @Override
    public Path machineFolder(String program) {
        return Path.of("/var/lib/deskmeter", program);
    }

    @Override
    public boolean administers() {
        return System.getProperty("user.name", "").equals("root");
    }

    @Override
    public List<Path> setupFolders() {
        return List.of(machineFolder("setup"), stateFolder("setup"));
    }

    @Override
    public PrivateFiles files() {
        return files;
    }

    @Override
    public MarkedProcesses processes() {
        return processes;
    }

    @Override
    public ProgramSearch programs(Map<String, String> environment) {
        return new SearchPath(environment.getOrDefault("PATH", "") + SERVERS);
    }

    static SearchPath searchPath(Map<String, String> environment) {
        return new SearchPath(environment.getOrDefault("PATH", USUAL_PATH));
    }

    @Override
    public UserSession session(Map<String, String> environment) {
        return new XSession(environment);
    }

    @Override
    public Optional<Registry> registry() {
        return Optional.empty();
    }

    @Override
    public Autostart autostart(Autostart.Scope scope) {
        return new DesktopEntryAutostart(
                scope == Autostart.Scope.USER
                        ? Path.of(System.getProperty("user.home"), ".config", "autostart")
                        : Path.of(DesktopEntry.MACHINE_FOLDER));
    }
}
