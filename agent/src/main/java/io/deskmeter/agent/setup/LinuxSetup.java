package io.deskmeter.agent.setup;

import io.deskmeter.agent.platform.DesktopEntry;
import io.deskmeter.agent.setup.PlaceValue.Content;
import io.deskmeter.agent.setup.PlaceValue.Link;
import io.deskmeter.link.client.LinkAddress;
import io.deskmeter.link.tls.MachineIdentity;
import io.deskmeter.workload.targets.Optimisation.Scope;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileOwnerAttributeView;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipalNotFoundException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A machine, or the tree of an image: files, systemd, and autostart folders of desktops. */
final class LinuxSetup implements SetupSystem {
    private static final String SERVICE = "deskmeter-agent.service";
    private static final List<String> UNITS = List.of("/lib/systemd/system/", "/usr/lib/systemd/system/");
    private static final String SETTINGS = "/etc/deskmeter/agent.yaml";

    private static final List<String> CLOCKS = List.of(
            "/run/systemd/timesync/synchronized", "/run/chrony", "/run/ntpd.pid", "/run/openntpd.pid", "/dev/ptp_kvm");

    private final Setup.Settings settings;
    private final MachineFiles places;

    LinuxSetup(Setup.Settings settings, WriteHook step) throws IOException {
        this.settings = settings;
        this.places = new MachineFiles(settings.root(), settings.home(), step);
    }

    @Override
    public Places places() {
        return places;
    }

    @Override
    public String administrator() {
        return "root";
    }

    @Override
    public List<String> limits() throws IOException {
        return settings.isThisMachine() && !places.exists("/run/systemd/system")
                ? List.of("no systemd: masked units have no effect")
                : List.of();
    }

    /** That of the service belongs to its user, who is there when the package is installed. */
    @Override
    public void provideAgentState() throws IOException {
        Path folder = settings.agentState();
        if (!Files.exists(folder)) {
            Files.createDirectories(folder.getParent());
            Files.createDirectory(
                    folder, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        }
        if (settings.scope() == Scope.MACHINE && settings.isThisMachine()) {
            try {
                Files.setOwner(
                        folder,
                        folder.getFileSystem()
                                .getUserPrincipalLookupService()
                                .lookupPrincipalByName("deskmeter-agent"));
            } catch (UserPrincipalNotFoundException noPackage) {
                // A program from a tree has no service, and its agent is this user's.
                return;
            }
        }
    }

    /**
     * Gives a file to whom its folder belongs. That one may put a link in its place at any time, so that following it
     * would give away a file of anybody.
     *
     * @throws IOException if the owner cannot be changed
     */
    static void giveToOwnerOfFolder(Path file) throws IOException {
        Path folder = file.toAbsolutePath().getParent();
        if (folder != null && Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
            Files.getFileAttributeView(file, FileOwnerAttributeView.class, LinkOption.NOFOLLOW_LINKS)
                    .setOwner(Files.getOwner(folder));
        }
    }

    /** The journal is created so. */
    @Override
    public void hideFromReaders(Path file) {}

    @Override
    public void giveToAgent(Path file) throws IOException {
        giveToOwnerOfFolder(file);
    }

    @Override
    public List<String> autostart(Optimiser optimiser) throws IOException {
        List<String> done = new ArrayList<>();
        Optional<String> service = UNITS.stream()
                .map(folder -> folder + SERVICE)
                .filter(this::isThere)
                .findFirst();
        if (settings.scope() == Scope.MACHINE
                && service.isPresent()
                && settings.controller().isPresent()
                && (settings.image()
                        || MachineIdentity.read(settings.agentState()).isPresent())) {
            setController(optimiser, settings.controller().get());
            optimiser.set(
                    Setup.AUTOSTART, "/etc/systemd/system/multi-user.target.wants/" + SERVICE, new Link(service.get()));
            done.add("client agent: " + SERVICE + ", with the machine");
        }
        List<String> options = settings.desktopAgentOptions();
        if (!options.isEmpty()) {
            String path = (settings.scope() == Scope.MACHINE ? DesktopEntry.MACHINE_FOLDER : "~/.config/autostart")
                    + "/" + DesktopEntry.FILE;
            optimiser.set(Setup.AUTOSTART, path, MachineFiles.newFile(DesktopEntry.text(desktopAgent(options))));
            done.add("desktop agent: " + path + ", with each session");
        }
        return done;
    }

    private boolean isThere(String path) {
        return Files.exists(settings.root().resolve(path.substring(1)));
    }

    private List<String> desktopAgent(List<String> options) {
        List<String> command = new ArrayList<>(List.of(
                settings.program()
                        .resolve("deskmeter")
                        .toAbsolutePath()
                        .normalize()
                        .toString(),
                "agent",
                "desktop"));
        command.addAll(options);
        return command;
    }

    /** In the settings of the service, unless they name one. */
    private void setController(Optimiser optimiser, LinkAddress controller) throws IOException {
        String text = places.read(SETTINGS) instanceof Content content ? content.text() : "";
        if (text.lines().noneMatch(line -> line.startsWith("controller:"))) {
            String with = text + (text.isEmpty() || text.endsWith("\n") ? "" : "\n") + "controller: "
                    + Setup.Settings.text(controller) + "\n";
            optimiser.set(Setup.AUTOSTART, SETTINGS, places.file(SETTINGS, with));
        }
    }

    @Override
    public Optional<String> clockProblem() {
        return CLOCKS.stream().anyMatch(this::isThere)
                ? Optional.empty()
                : Optional.of(
                        "nothing is known to synchronise it (expected: systemd-timesyncd, chrony or ntpd; none of "
                                + String.join(", ", CLOCKS) + " is there)");
    }

    @Override
    public boolean hasDisplay() {
        return !System.getenv().getOrDefault("DISPLAY", "").isEmpty();
    }
}
