package io.deskmeter.e2e;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * The files of a machine that {@code agent setup} is about: some have other owners and permissions, and some have the
 * wanted value already. As root.
 */
record TreeOfAMachine(Path root) {
    private static final String LOCKER = "etc/xdg/autostart/light-locker.desktop";
    private static final String LOCKER_TEXT = "[Desktop Entry]\nName=Screen locker\nExec=light-locker\n";
    private static final String MASKED = "etc/systemd/system/apt-daily.timer";
    private static final String CREATED = "etc/apt/apt.conf.d/99deskmeter";
    private static final String IN_A_FOLDER = "etc/chromium/policies/managed/of-the-administrator.json";
    private static final List<String> FOLDERS =
            List.of("etc/chromium/policies/managed", "etc/chromium/policies", "etc/chromium");
    private static final String STATE = "var/lib/deskmeter";
    private static final int PERMISSIONS = 07777;

    static TreeOfAMachine create(Path root) throws IOException {
        TreeOfAMachine tree = new TreeOfAMachine(Files.createDirectories(root));
        Files.createDirectories(root.resolve("var/lib"));
        for (String unit : List.of("apt-daily.timer", "apt-daily-upgrade.timer", "man-db.timer", "fstrim.timer")) {
            tree.write("lib/systemd/system/" + unit, "[Timer]\n");
        }
        for (String program : List.of("chromium", "firefox", "plasmashell", "xset")) {
            tree.write("usr/bin/" + program, "");
        }
        tree.write("lib/systemd/system/deskmeter-agent.service", "[Service]\n");
        tree.write("etc/apt/apt.conf.d/01autoremove", "APT {};\n");
        tree.write("etc/deskmeter/agent.yaml", "name: desk", 0640, 0, 55);
        tree.write(LOCKER, LOCKER_TEXT, 0640, 1234, 4321);
        tree.write(
                "etc/xdg/autostart/deskmeter-screen-stays-on.desktop", "[Desktop Entry]\nName=Mine\n", 02664, 12, 34);
        tree.write("etc/xdg/kscreenlockerrc", "[Daemon]\nAutolock=true\nTimeout=5\n", 0604, 7, 8);
        // As it is wanted, before.
        tree.write("etc/xdg/kdeglobals", "[KDE]\nAnimationDurationFactor=0\n");
        Files.createDirectories(root.resolve("etc/systemd/system"));
        Files.createSymbolicLink(root.resolve("etc/systemd/system/man-db.timer"), Path.of("/dev/null"));
        // Of an administrator, who decides.
        tree.write("etc/firefox/policies/policies.json", "{\"policies\": {}}\n");
        tree.write("etc/systemd/system/fstrim.timer", "[Timer]\nOnCalendar=weekly\n");
        return tree;
    }

    Path at(String path) {
        return root.resolve(path);
    }

    private void write(String path, String text) throws IOException {
        write(path, text, 0644, 0, 0);
    }

    private void write(String path, String text, int mode, int user, int group) throws IOException {
        Files.createDirectories(at(path).getParent());
        Files.writeString(at(path), text);
        Files.setAttribute(at(path), "unix:uid", user);
        Files.setAttribute(at(path), "unix:gid", group);
        Files.setAttribute(at(path), "unix:mode", mode);
    }

    /** Of every file its kind, permissions, owner and content; without the folder of the program's own state. */
    Map<String, String> snapshot() throws IOException {
        Map<String, String> files = new TreeMap<>();
        try (Stream<Path> walk = Files.walk(root)) {
            for (Path file : walk.toList()) {
                String path = root.relativize(file).toString();
                if (!path.startsWith(STATE)) {
                    files.put(path, value(file));
                }
            }
        }
        return files;
    }

    private static String value(Path file) throws IOException {
        if (Files.isSymbolicLink(file)) {
            return "link " + Files.readSymbolicLink(file);
        }
        Map<String, Object> unix = Files.readAttributes(file, "unix:mode,uid,gid", LinkOption.NOFOLLOW_LINKS);
        String access = Integer.toOctalString((Integer) unix.getOrDefault("mode", 0) & PERMISSIONS) + " "
                + unix.get("uid") + " " + unix.get("gid");
        return Files.isDirectory(file)
                ? "folder " + access
                : "file " + access + " " + Base64.getEncoder().encodeToString(Files.readAllBytes(file));
    }

    /**
     * Changes what a setup has set, as a person does.
     *
     * @param otherwise what would be there when the optimisations are taken back
     * @return what must be there then
     */
    Map<String, String> changeWhatIsSet(Map<String, String> otherwise) throws IOException {
        write(CREATED, "APT::Periodic::Enable \"1\";\n");
        Files.delete(at(MASKED));
        write(MASKED, "[Timer]\nOnCalendar=daily\n", 0600, 1, 2);
        Files.setAttribute(at(LOCKER), "unix:mode", 0600);
        write(IN_A_FOLDER, "{}\n");
        Map<String, String> expected = new TreeMap<>(otherwise);
        Map<String, String> now = snapshot();
        Stream.concat(Stream.of(CREATED, MASKED, LOCKER, IN_A_FOLDER), FOLDERS.stream())
                .forEach(path -> expected.put(path, now.getOrDefault(path, "nothing")));
        return expected;
    }

    /** Takes {@link #changeWhatIsSet} back. */
    void undoChanges() throws IOException {
        for (String path : List.of(CREATED, MASKED, IN_A_FOLDER)) {
            Files.deleteIfExists(at(path));
        }
        for (String path : FOLDERS) {
            Files.deleteIfExists(at(path));
        }
        write(LOCKER, LOCKER_TEXT, 0640, 1234, 4321);
    }
}
