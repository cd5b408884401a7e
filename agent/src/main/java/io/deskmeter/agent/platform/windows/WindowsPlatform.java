package io.deskmeter.agent.platform.windows;

import io.deskmeter.agent.platform.Autostart;
import io.deskmeter.agent.platform.MarkedProcesses;
import io.deskmeter.agent.platform.Platform;
import io.deskmeter.agent.platform.PrivateFiles;
import io.deskmeter.agent.platform.Registry;
import io.deskmeter.agent.platform.UserSession;
import io.deskmeter.screen.program.ProgramSearch;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Windows, 64 bits. */
public final class WindowsPlatform implements Platform {
    private final WindowsEnvironment environment;
    private final MarkedProcesses processes = new WindowsProcesses();
    private final PrivateFiles files = new AclPrivateFiles();
    private final WindowsRegistry registry = new WindowsRegistry();

    /** @param environment of this process */
    public WindowsPlatform(Map<String, String> environment) {
        this.environment = new WindowsEnvironment(environment);
    }

    @Override
    public String name() {
        return "windows";
    }

    /**
     * Below {@code %LOCALAPPDATA%}, which does not travel with a roaming profile: its processes and sockets are of this
     * machine.
     */
    @Override
    public Path stateFolder(String program) {
        String local = environment.get("LOCALAPPDATA");
        Path root = local.isEmpty() ? Path.of(System.getProperty("user.home"), "AppData", "Local") : Path.of(local);
        return root.resolve("Deskmeter").resolve(program);
    }

    @Override
    public Path machineFolder(String program) {
        String data = environment.get("ProgramData");
        return Path.of(data.isEmpty() ? "C:\\ProgramData" : data, "Deskmeter", program);
    }

    /** By what it is for: with user account control, an administrator's program may do no more than a user's. */
    @Override
    public boolean administers() {
        return registry.canChange("HKLM\\SOFTWARE");
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
    public ProgramSearch programs(Map<String, String> ofProcess) {
        return new WindowsSearchPath(new WindowsEnvironment(ofProcess));
    }

    @Override
    public UserSession session(Map<String, String> ofProcess) {
        return new WindowsSession(new WindowsEnvironment(ofProcess));
    }

    @Override
    public Optional<Registry> registry() {
        return Optional.of(registry);
    }

    @Override
    public Autostart autostart(Autostart.Scope scope) {
        return new RunKeyAutostart(scope);
    }
}
