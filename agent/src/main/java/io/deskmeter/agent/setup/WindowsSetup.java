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
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A machine with a registry: all that is set is in it. Client agents do not start by themselves there. */
final class WindowsSetup implements SetupSystem {
    /**
     * The names of files in the folder of the state with what the Java of desktop agents is started with; they have no
     * secrets. What a file of a name has is always the same, because what is given back is the command that names it:
     * the digits are those of its checksum.
     */
    static final Pattern ARGUMENTS = Pattern.compile("desktop-agent-[0-9a-f]{12}\\.args(\\.part)?");

    private static final String RUN = "SOFTWARE\\Microsoft\\Windows\\CurrentVersion\\Run";

    /** The system does not execute longer ones. */
    private static final int LONGEST_COMMAND = 260;

    private static final int DIGITS = 12;

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
    public List<String> limits() throws IOException {
        if (settings.scope() == Scope.USER) {
            return List.of();
        }
        List<String> limits = new ArrayList<>();
        for (Path program : programs()) {
            Set<String> others = files.othersWhoChange(program);
            if (!others.isEmpty()) {
                limits.add(program + " can be changed by " + others
                        + ", whose programs administrators and all sessions would then start (expected: by administrators only;"
                        + " hint: move it to a folder as C:\\Program Files\\Deskmeter)");
            }
        }
        return limits;
    }

    /** What this program and desktop agents consist of, with the folders. */
    private Set<Path> programs() {
        Set<Path> programs = new LinkedHashSet<>();
        Path java = Path.of(System.getProperty("java.home"));
        programs.add(java.resolve("bin"));
        programs.add(java.resolve("bin").resolve("javaw.exe"));
        programs.add(java.resolve("lib"));
        programs.add(settings.program());
        programs.add(settings.program().resolve("agent"));
        programs.add(settings.program().resolve("agent").resolve("lib"));
        classPath().forEach(programs::add);
        return programs;
    }

    private static Stream<Path> classPath() {
        return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                .map(part -> Path.of(part).toAbsolutePath().normalize());
    }

    /** A folder that somebody has chosen is as private as a user's: the one above it keeps its rights. */
    @Override
    public void provideAgentState() throws IOException {
        if (settings.scope() == Scope.MACHINE
                && settings.agentState().equals(settings.state().resolveSibling("agent"))) {
            files.provideMachineFolder(settings.agentState(), false);
        } else {
            files.provideFolder(settings.agentState(), "agent-id", "identity.pem", "join.key");
        }
    }

    @Override
    public void hideFromReaders(Path file) throws IOException {
        files.hideFromReaders(file);
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
        byte[] text = arguments(options);
        Path arguments = settings.state().resolve("desktop-agent-" + digits(text) + ".args");
        step.about("write the arguments");
        AtomicFile.write(arguments, text);
        RegistryValue run = new RegistryValue(
                settings.scope() == Scope.MACHINE ? Hive.HKLM : Hive.HKCU,
                RUN,
                Autostart.NAME,
                ValueType.STRING,
                command(arguments));
        optimiser.set(Setup.AUTOSTART, run.path(), data(run));
        return List.of("desktop agent: " + run.path() + ", with each session");
    }

    private static String digits(byte[] text) {
        try {
            return HexFormat.of()
                    .formatHex(MessageDigest.getInstance("SHA-256").digest(text))
                    .substring(0, DIGITS);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("SHA-256 (expected: in every Java platform)", e);
        }
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
        String classPath = classPath().map(Path::toString).collect(Collectors.joining(File.pathSeparator));
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
            throw new IOException("arguments of desktop agents: a path that has no form in " + charset
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
