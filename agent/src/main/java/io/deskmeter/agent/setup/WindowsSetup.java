package io.deskmeter.agent.setup;

import io.deskmeter.agent.DesktopAgentMain;
import io.deskmeter.agent.platform.Autostart;
import io.deskmeter.agent.platform.PrivateFiles;
import io.deskmeter.agent.platform.Registry;
import io.deskmeter.agent.setup.PlaceValue.RegistryData;
import io.deskmeter.evidence.AtomicFile;
import io.deskmeter.workload.targets.Optimisation.Hive;
import io.deskmeter.workload.targets.Optimisation.RegistryValue;
import io.deskmeter.workload.targets.Optimisation.Scope;
import io.deskmeter.workload.targets.Optimisation.ValueType;
import java.io.File;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** A machine with a registry: all that is set is in it. Client agents do not start by themselves there. */
final class WindowsSetup implements SetupSystem {
    /** What the Java of desktop agents is started with, in the folder of the state. It has no secrets. */
    static final String ARGUMENTS = "desktop-agent.args";

    private static final String RUN = "SOFTWARE\\Microsoft\\Windows\\CurrentVersion\\Run";

    /** The system does not execute longer ones. */
    private static final int LONGEST_COMMAND = 260;

    private static final String TIME = "HKLM\\SYSTEM\\CurrentControlSet\\Services\\W32Time";
    private static final PlaceValue DISABLED = data(new RegistryValue(Hive.HKLM, "", "Start", ValueType.DWORD, "4"));
    private static final PlaceValue NO_SYNCHRONISATION =
            data(new RegistryValue(Hive.HKLM, "", "Type", ValueType.STRING, "NoSync"));

    private final Setup.Settings settings;
    private final PrivateFiles files;
    private final RegistryPlaces places;
    private final WriteHook step;

    WindowsSetup(Setup.Settings settings, PrivateFiles files, Registry registry, WriteHook step) {
        this.settings = settings;
        this.files = files;
        this.places = new RegistryPlaces(registry, step);
        this.step = step;
    }

    private static RegistryData data(RegistryValue value) {
        return new RegistryData(new Registry.Value(value.type().number(), value.bytes()));
    }

    @Override
    public Places places() {
        return places;
    }

    @Override
    public String administrator() {
        return "an administrator";
    }

    @Override
    public List<String> limits() {
        return List.of();
    }

    @Override
    public void provideAgentState() throws IOException {
        if (settings.scope() == Scope.MACHINE) {
            files.provideMachineFolder(settings.agentState(), false);
        } else {
            files.provideFolder(settings.agentState(), "agent-id", "identity.pem", "join.key");
        }
    }

    /** What is in its folder can be read by whoever can read the folder. */
    @Override
    public void giveToAgent(Path file) {}

    @Override
    public List<String> autostart(Optimiser optimiser) throws IOException {
        List<String> options = settings.desktopAgentOptions();
        if (options.isEmpty()) {
            return List.of();
        }
        Path arguments = settings.state().resolve(ARGUMENTS);
        step.about("write the arguments");
        AtomicFile.write(arguments, arguments(options));
        RegistryValue run = new RegistryValue(
                settings.scope() == Scope.MACHINE ? Hive.HKLM : Hive.HKCU,
                RUN,
                Autostart.NAME,
                ValueType.STRING,
                command(arguments));
        optimiser.set(Setup.AUTOSTART, run.path(), data(run));
        return List.of("desktop agent: " + run.path() + ", with each session");
    }

    /** Without a window of its own. */
    private String command(Path arguments) throws IOException {
        List<String> words = new ArrayList<>();
        words.add(Path.of(System.getProperty("java.home"), "bin", "javaw.exe").toString());
        Path ofJava = settings.program().resolve("agent").resolve("desktop-jvm.args");
        if (Files.exists(ofJava)) {
            words.add("@" + ofJava);
        }
        words.add("@" + arguments.toAbsolutePath());
        // No path of Windows has a quote in it.
        String command = words.stream().map(word -> '"' + word + '"').collect(Collectors.joining(" "));
        if (command.length() > LONGEST_COMMAND) {
            throw new IOException(command + ": " + command.length() + " characters (expected: <= " + LONGEST_COMMAND
                    + ", which is what the key Run takes; hint: install to a folder with a shorter path)");
        }
        return command;
    }

    /** As Java's launcher reads files of arguments: in quotes, backslashes doubled, in the encoding of the system. */
    private byte[] arguments(List<String> options) throws IOException {
        String classPath = Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                .map(part -> Path.of(part).toAbsolutePath().normalize().toString())
                .collect(Collectors.joining(File.pathSeparator));
        List<String> words = new ArrayList<>(List.of(
                "-XX:+ExitOnOutOfMemoryError",
                "-Ddeskmeter.home=" + settings.program(),
                "-cp",
                classPath,
                DesktopAgentMain.class.getName()));
        words.addAll(options);
        String text = words.stream()
                .map(word -> '"' + word.replace("\\", "\\\\").replace("\"", "\\\"") + "\"\n")
                .collect(Collectors.joining());
        Charset charset = Charset.forName(System.getProperty("sun.jnu.encoding", "UTF-8"));
        if (!charset.newEncoder().canEncode(text)) {
            throw new IOException(settings.state().resolve(ARGUMENTS) + ": a path that has no form in " + charset
                    + ", the encoding of this system (expected: paths with its characters)");
        }
        return text.getBytes(charset);
    }

    @Override
    public Optional<String> clockProblem() throws IOException {
        String start = TIME + RegistryValue.BEFORE_NAME + "Start";
        if (!places.exists(start) || places.read(start).equals(DISABLED)) {
            return Optional.of("nothing is known to synchronise it (expected: the service W32Time, which is "
                    + (places.exists(start) ? "disabled" : "missing") + ")");
        }
        return places.read(TIME + "\\Parameters" + RegistryValue.BEFORE_NAME + "Type")
                        .equals(NO_SYNCHRONISATION)
                ? Optional.of("the service W32Time has no server to ask (expected: a Type other than NoSync)")
                : Optional.empty();
    }

    /** A session of Windows always has one; whether it can be read is seen when it is tried. */
    @Override
    public boolean hasDisplay() {
        return true;
    }
}
