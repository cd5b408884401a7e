package io.deskmeter.agent.desktopagent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.google.protobuf.ByteString;
import io.deskmeter.agent.DesktopAgentMain;
import io.deskmeter.agent.PatientDesktopAgentMain;
import io.deskmeter.agent.desktop.AppProcess;
import io.deskmeter.agent.desktop.Desktop;
import io.deskmeter.agent.desktop.LocalDesktops;
import io.deskmeter.agent.dock.TilePicture;
import io.deskmeter.agent.platform.Platforms;
import io.deskmeter.link.content.ContentServer;
import io.deskmeter.link.server.LinkServer;
import io.deskmeter.link.server.LinkServerSettings;
import io.deskmeter.link.v1.AgentRole;
import io.deskmeter.link.v1.Check;
import io.deskmeter.link.v1.CheckResult;
import io.deskmeter.link.v1.CloseApp;
import io.deskmeter.link.v1.DesktopAgentMessage;
import io.deskmeter.link.v1.Hello;
import io.deskmeter.link.v1.LaunchApp;
import io.deskmeter.link.v1.LogOffUser;
import io.deskmeter.link.v1.OpenApp;
import io.deskmeter.link.v1.PrepareDesktop;
import io.deskmeter.link.v1.PrepareRun;
import io.deskmeter.link.v1.ReleaseDesktop;
import io.deskmeter.link.v1.RunInApp;
import io.deskmeter.link.v1.SessionState;
import io.deskmeter.link.v1.StartWork;
import io.deskmeter.link.v1.StopWork;
import io.deskmeter.link.v1.TimingRecord;
import io.deskmeter.screen.Rect;
import io.deskmeter.screen.program.PrivateFolder;
import io.deskmeter.screen.program.Processes;
import io.deskmeter.screen.program.ProgramException;
import io.deskmeter.screen.program.SearchPath;
import io.deskmeter.vision.template.ScaledTemplate;
import io.deskmeter.vision.template.Template;
import io.deskmeter.workload.yaml.WorkloadCatalog;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * The program itself, in a real desktop with a real window manager, controlled over a real link and observed through
 * RFB.
 */
@Tag("slow")
@Timeout(120)
class DesktopAgentTest {
    private static final Duration LIMIT = Duration.ofSeconds(30);
    private static final String WAITER = "set/waiter";
    private static final String PICTURE = "set/picture";

    private Path folder;
    private Path work;
    private LocalDesktops desktops;
    private Desktop desktop;
    private ContentServer shelf;
    private ScriptedClient script;
    private LinkServer server;
    private ScreenObserver glance;

    @BeforeEach
    void start() throws Exception {
        for (String program : List.of("Xvnc", "openbox", "setsid", "xrandr")) {
            assumeTrue(isInstalled(program), program + " is not installed; ./deskmeter doctor says how to get it");
        }
        folder = Files.createTempDirectory(Path.of("/tmp"), "dm");
        work = Files.createDirectories(folder.resolve("w"));
        waiter();
        picture();
        desktops = LocalDesktops.open(Platforms.here(), folder.resolve("d"));
        desktop = desktops.start(0, 1024, 768);
        shelf = ContentServer.over(WorkloadCatalog.open(work), folder.resolve("a"));
        script = new ScriptedClient(shelf);
        server = LinkServer.start(LinkServerSettings.on("127.0.0.1", 0), script);
        glance = new ScreenObserver(desktop.rfbSocket());
    }

    @AfterEach
    void leaveNothing() throws Exception {
        if (server != null) {
            glance.close();
            desktops.close();
            server.close();
            shelf.close();
        }
        if (folder != null) {
            PrivateFolder.remove(folder);
        }
    }

    private static boolean isInstalled(String program) {
        try {
            new SearchPath(System.getenv("PATH")).find(program);
            return true;
        } catch (ProgramException e) {
            return false;
        }
    }

    /** An application that records its start and runs until it is stopped; with content in several parts. */
    private void waiter() throws IOException {
        Path content = Files.createDirectories(work.resolve(WAITER).resolve("content"));
        byte[] large = new byte[3 * ContentServer.PART_BYTES];
        new Random(5).nextBytes(large);
        Files.write(content.resolve("large"), large);
        Files.writeString(content.resolve("wait.sh"), """
                echo "$DISPLAY" >> "$1/started"
                sleep 1000 &
                while [ ! -e "$1/stop" ]; do sleep 0.05; done
                rm "$1/stop"
                echo bye
                exit 3
                """);
        document(WAITER, "[sh, \"${content}/wait.sh\", \"${content}\"]", "appears: landmarks/a.png", """
                before: [{ run: [sh, -c, 'echo $0 > "$1/ran"', hello, "${content}"] }, { run: [sh, -c, exit 4] }], """);
    }

    private void picture() throws IOException {
        Files.createDirectories(work.resolve(PICTURE).resolve("content"));
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        document(
                PICTURE,
                "[" + java + ", -cp, \"" + System.getProperty("java.class.path") + "\", " + PictureMain.class.getName()
                        + ", \"${content}/a.png\"]",
                "appears: landmarks/a.png",
                "");
        Files.copy(
                work.resolve(PICTURE).resolve("landmarks/a.png"),
                work.resolve(PICTURE).resolve("content/a.png"));
    }

    private void document(String id, String command, String until, String before) throws IOException {
        Path place = Files.createDirectories(work.resolve(id).resolve("landmarks"));
        // Any distinctive picture is suitable.
        ImageIO.write(
                TilePicture.of("the landmark of " + id),
                "png",
                place.resolve("a.png").toFile());
        Files.writeString(
                work.resolve(id).resolve("workload.yaml"), """
                title: A %s
                application: { linux: %s }
                operations:
                  - { id: open, group: B, do: { launch: application }, until: { %s, within: 30s } }
                  - { id: close, group: A, %sdo: { keys: q }, until: { vanishes: landmarks/a.png, within: 30s } }
                """.formatted(id.substring(4), command, until, before));
    }

    private AppProcess agent(String... more) throws Exception {
        return agent(DesktopAgentMain.class, more);
    }

    /**
     * Where every operation is to be ok: on a starved machine the watch of the real program would mark some, rightly.
     */
    private AppProcess patientAgent() throws Exception {
        return agent(PatientDesktopAgentMain.class);
    }

    private AppProcess agent(Class<?> program, String... more) throws Exception {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "@" + Path.of("desktop-jvm.args").toAbsolutePath(),
                "-cp",
                System.getProperty("java.class.path"),
                program.getName(),
                "--controller",
                "127.0.0.1:" + server.port(),
                "--state",
                folder.resolve("state").toString(),
                "--workloads",
                folder.resolve("none").toString(),
                "--ticket-file",
                Files.writeString(folder.resolve("ticket"), "t-9").toString()));
        command.addAll(List.of(more));
        return desktop.launch(command, desktop.home());
    }

    private DesktopAgentMessage.Builder prepare(DesktopAgentMessage.Builder message, boolean dock) {
        return prepare(message, dock, "{ local: { desktop: 1024x768 } }");
    }

    private DesktopAgentMessage.Builder prepare(DesktopAgentMessage.Builder message, boolean dock, String target) {
        Map<String, String> checksums = WorkloadCatalog.open(work).checksums();
        return message.setPrepare(PrepareDesktop.newBuilder()
                .setDock(dock)
                .setRun(PrepareRun.newBuilder()
                        .setRunId(message.getRunId())
                        .putAllWorkloadChecksums(checksums)
                        .setRunProfileYaml("""
                                id: tiny
                                title: Tiny
                                workloads: { id: tiny, workloads: [set/waiter, set/picture], iterations: 1, steady: { skipFirst: 0, skipLast: 0 }, think: { mean: 0s }, seed: 1 }
                                target: %s
                                load: { fixed: { sessions: 1 } }
                                thresholds: { A: 1s, B: 6s }
                                """.formatted(target))));
    }

    private Rect tile(ScaledTemplate landmark) {
        await().atMost(LIMIT).until(() -> glance.find(landmark).found());
        return glance.find(landmark).place();
    }

    private void noTile(ScaledTemplate landmark) {
        await().atMost(LIMIT).until(() -> !glance.find(landmark).found());
    }

    private static DesktopAgentMessage.Builder openApp(
            DesktopAgentMessage.Builder message, String workload, int number) {
        return message.setOpenApp(OpenApp.newBuilder().setWorkload(workload).setNumber(number));
    }

    private Path appInstance(int number) throws IOException {
        try (Stream<Path> sessions = Files.list(folder.resolve("state/desktop/s"))) {
            return sessions.findFirst().orElseThrow().resolve("app-" + number);
        }
    }

    /**
     * Its applications are closed with q, which is the a of a French keyboard; the client program presses positions.
     */
    @Test
    void a_session_whose_keyboard_is_not_the_told_one_is_refused() throws Exception {
        assumeTrue(isInstalled("setxkbmap"), "setxkbmap is not installed; ./deskmeter doctor says how to get it");
        AppProcess keyboard = desktop.launch(List.of("setxkbmap", "-layout", "fr"), desktop.home());
        assertThat(keyboard.exited().get(20, TimeUnit.SECONDS))
                .as(keyboard.tail())
                .isZero();
        agent();
        script.hello();
        String rdp = "{ rdp: { hosts: [h], accounts: a, certificate: any, keyboard: { layout: %s } } }";
        DesktopAgentMessage refused = script.ask(message -> prepare(message, true, rdp.formatted("us")));
        assertThat(refused.getFailed().getReason())
                .as(refused.toString())
                .startsWith(
                        "keyboard: the profile says us, and this desktop has another layout: \"q\" (U+0071) arrives as \"a\" (U+0061)")
                .contains(" (expected: ", "; hint: ");
        assertThat(refused.getFailed().getFault())
                .as("the platform has no part in it")
                .isTrue();
        script.askDone(message -> prepare(message, true, rdp.formatted("fr")));
    }

    @Test
    void a_client_finds_a_tile_clicks_it_and_receives_the_exit_of_its_application() throws Exception {
        ScaledTemplate waiter = TilePicture.landmark(WAITER);
        script.cutAfter(2);
        AppProcess agent = agent();
        Hello hello = script.hello();
        assertThat(hello.getRole()).isEqualTo(AgentRole.AGENT_ROLE_DESKTOP);
        assertThat(hello.getLocation().getUser()).isEqualTo(System.getProperty("user.name"));
        assertThat(hello.getLocation().getWidth()).isEqualTo(1024);
        assertThat(hello.getLocation().getHeight()).isEqualTo(768);
        assertThat(hello.getLocation().getTicket()).isEqualTo("t-9");

        // Content arrives although the link breaks during the transfer.
        DesktopAgentMessage prepared = script.askAcrossLinks(message -> prepare(message, true));
        assertThat(prepared.getWhatCase()).as(prepared.toString()).isEqualTo(DesktopAgentMessage.WhatCase.DONE);
        assertThat(script.parts()).isGreaterThan(3);
        assertThat(WorkloadCatalog.open(folder.resolve("state/workloads")).checksums())
                .isEqualTo(WorkloadCatalog.open(work).checksums());
        assertThat(glance.find(waiter).found()).isFalse();

        script.askDone(message -> openApp(message, WAITER, 1));
        Rect place = tile(waiter);
        assertThat(place.y()).isGreaterThan(768 - 140);
        assertThat(glance.find(TilePicture.landmark(PICTURE)).found()).isFalse();
        keep("ready");
        isSmall(processes("java").get(0).pid());

        glance.click(place, 2);
        noTile(waiter);
        Path started = appInstance(1).resolve("started");
        await().atMost(LIMIT).until(() -> Files.exists(started) && Files.size(started) > 0);
        keep("running");
        Files.createFile(appInstance(1).resolve("stop"));
        DesktopAgentMessage exited = script.next();
        assertThat(exited.getAppExited().getCode()).isEqualTo(3);
        assertThat(exited.getAppExited().getTail()).isEqualTo("bye");
        assertThat(Files.readAllLines(started))
                .as("starts after a double click")
                .hasSize(1);
        Rect again = tile(waiter);
        assertThat(again).isEqualTo(place);
        keep("failed");

        script.askDone(message -> message.setRun(RunInApp.newBuilder()
                .addAllCommand(List.of("sh", "-c", "echo $0 > \"$1/ran\"", "hello", "${content}"))));
        assertThat(appInstance(1).resolve("ran")).hasContent("hello");
        DesktopAgentMessage failed = script.ask(
                message -> message.setRun(RunInApp.newBuilder().addAllCommand(List.of("sh", "-c", "exit 4"))));
        assertThat(failed.getFailed().getApplication()).isTrue();
        assertThat(failed.getFailed().getReason()).contains("exited with 4");

        script.askDone(message -> message.setLaunch(LaunchApp.getDefaultInstance()));
        await().atMost(LIMIT).until(() -> Files.readAllLines(started).size() == 2);
        Path appInstance = appInstance(1);
        script.askDone(message -> message.setCloseApp(CloseApp.getDefaultInstance()));
        assertThat(appInstance).doesNotExist();
        assertThat(Processes.carrying("DESKMETER_DESKTOP="))
                .filteredOn(this::isOurs)
                .isEmpty();
        noTile(waiter);
        assertThat(script.nothingHeard()).isTrue();
        assertThat(agent.alive()).isTrue();
    }

    /** Of this desktop, not of another test. */
    private boolean isOurs(ProcessHandle process) {
        try {
            return new String(
                            Files.readAllBytes(Path.of("/proc/" + process.pid() + "/environ")), StandardCharsets.UTF_8)
                    .contains(folder.toString());
        } catch (IOException gone) {
            return false;
        }
    }

    /** With the dock shown: the cost of every session on a measured machine. */
    private static void isSmall(long pid) throws IOException {
        long pssKilobytes = Files.readAllLines(Path.of("/proc/" + pid + "/smaps_rollup")).stream()
                .filter(line -> line.startsWith("Pss:"))
                .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")))
                .sum();
        assertThat(pssKilobytes).isPositive().isLessThan(120 << 10);
        assertThat(Files.readString(Path.of("/proc/" + pid + "/maps"))).doesNotContain("opencv");
    }

    /** For inspection. */
    private void keep(String name) throws IOException {
        Path pictures = Files.createDirectories(Path.of("target", "dock"));
        ImageIO.write(glance.picture(), "png", pictures.resolve(name + ".png").toFile());
    }

    @Test
    void the_dock_stays_at_the_edge_when_the_screen_changes_its_size_or_the_window_manager_goes() throws Exception {
        ScaledTemplate waiter = TilePicture.landmark(WAITER);
        AppProcess agent = agent();
        script.askDone(message -> prepare(message, true));
        script.askDone(message -> openApp(message, WAITER, 1));
        Rect before = tile(waiter);

        assertThat(desktop.launch(List.of("xrandr", "-s", "800x600"), desktop.home())
                        .exited()
                        .get(20, TimeUnit.SECONDS))
                .isZero();
        await().atMost(LIMIT)
                .until(() -> glance.find(waiter).found()
                        && glance.find(waiter).place().y() < 600
                        && glance.picture().getHeight() == 600);
        Rect after = glance.find(waiter).place();
        assertThat(600 - after.y()).isEqualTo(768 - before.y());
        assertThat(after.x() - before.x()).isEqualTo((800 - 1024) / 2);

        processes("openbox").forEach(ProcessHandle::destroy);
        await().atMost(LIMIT).until(() -> processes("openbox").isEmpty());
        script.askDone(message -> message.setCloseApp(CloseApp.getDefaultInstance()));
        noTile(waiter);
        script.askDone(message -> openApp(message, PICTURE, 2));
        Rect other = tile(TilePicture.landmark(PICTURE));
        assertThat(other.y()).isEqualTo(after.y());
        glance.click(other, 1);
        ScaledTemplate shown =
                ScaledTemplate.of(Template.load(work.resolve(PICTURE).resolve("landmarks/a.png")));
        await().atMost(LIMIT).until(() -> glance.find(shown).found());
        assertThat(agent.alive()).isTrue();
    }

    @Test
    void at_twice_the_size_the_tile_is_found_and_clicked_too() throws Exception {
        AppProcess agent = agent2x();
        script.askDone(message -> prepare(message, true));
        script.askDone(message -> openApp(message, WAITER, 1));
        Rect place = tile(TilePicture.landmark(WAITER));
        assertThat(place.width()).isEqualTo(2 * TilePicture.SIDE);
        keep("twice");
        glance.click(place, 1);
        Path started = appInstance(1).resolve("started");
        await().atMost(LIMIT).until(() -> Files.exists(started));
        assertThat(agent.alive()).isTrue();
    }

    private AppProcess agent2x() throws Exception {
        Path arguments = Files.writeString(folder.resolve("scale"), "-Dsun.java2d.uiScale=2\n");
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "@" + Path.of("desktop-jvm.args").toAbsolutePath(),
                "@" + arguments,
                "-cp",
                System.getProperty("java.class.path"),
                "io.deskmeter.agent.DesktopAgentMain",
                "--controller",
                "127.0.0.1:" + server.port(),
                "--state",
                folder.resolve("state").toString(),
                "--workloads",
                work.toString()));
        return desktop.launch(command, desktop.home());
    }

    @Test
    void other_content_than_requested_is_reported() throws Exception {
        script.through(part -> part.getOffset() == 0
                ? part.toBuilder().setData(spoilt(part.getData())).build()
                : part);
        AppProcess agent = agent();
        DesktopAgentMessage answer = script.ask(message -> prepare(message, false));
        assertThat(answer.getFailed().getReason()).startsWith("content: set/");
        assertThat(answer.getFailed().getReason()).containsAnyOf("checksum", "damaged");
        assertThat(folder.resolve("state/workloads/set/waiter")).doesNotExist();

        script.through(part -> part.toBuilder()
                .clearData()
                .setRefusal("content: no such thing")
                .build());
        DesktopAgentMessage refused = script.ask(message -> prepare(message, false));
        assertThat(refused.getFailed().getReason()).isEqualTo("content: no such thing");

        script.through(part -> part);
        script.askDone(message -> prepare(message, false));
        assertThat(agent.alive()).isTrue();
    }

    private static ByteString spoilt(ByteString data) {
        byte[] bytes = data.toByteArray();
        bytes[bytes.length / 2] ^= 0x10;
        return ByteString.copyFrom(bytes);
    }

    /** As who has the controller would: what the message says of a workload, and leaves out, decides nothing. */
    @Test
    void only_accepted_workloads_are_fetched_and_run() throws Exception {
        Map<String, String> all = WorkloadCatalog.open(work).checksums();
        Path list = Files.writeString(folder.resolve("accepted"), all.get(PICTURE) + "  " + PICTURE + "\n");
        AppProcess agent = agent(DesktopAgentMain.class, "--accept-workloads", list.toString());
        DesktopAgentMessage refused = script.ask(message -> prepare(message, false));
        assertThat(refused.getFailed().getReason())
                .startsWith("workload: " + WAITER + " with checksum "
                        + String.valueOf(all.get(WAITER)).substring(0, 12))
                .contains(" is not accepted by this agent (expected: one of the 1 in " + list + "; hint: ");
        assertThat(refused.getFailed().getFault())
                .as("the platform has no part in it")
                .isTrue();
        assertThat(script.parts()).as("nothing of it was fetched").isZero();

        script.askDone(message -> prepareOnly(message, PICTURE));
        script.askDone(message -> message.setRelease(ReleaseDesktop.getDefaultInstance()));
        // From now on the other one is here, too.
        Files.writeString(list, all.get(WAITER) + "\n");
        script.askDone(message -> prepareOnly(message, WAITER));
        script.askDone(message -> message.setRelease(ReleaseDesktop.getDefaultInstance()));
        Files.writeString(list, all.get(PICTURE) + "\n");
        DesktopAgentMessage answer = script.ask(message -> {
            DesktopAgentMessage.Builder wanted = prepareOnly(message, WAITER);
            wanted.getPrepareBuilder().getRunBuilder().clearWorkloadChecksums();
            return wanted;
        });
        assertThat(answer.getFailed().getReason())
                .startsWith("workload: " + WAITER + " with checksum ")
                .contains(" is not accepted by this agent (expected: ");
        assertThat(script.ask(message -> message.setOpenApp(OpenApp.newBuilder().setWorkload(WAITER)))
                        .hasFailed())
                .isTrue();

        Files.delete(list);
        assertThat(script.ask(message -> prepareOnly(message, PICTURE))
                        .getFailed()
                        .getReason())
                .startsWith("--accept-workloads: " + list + ": is no file (expected: ");
        Files.writeString(list, all.get(PICTURE) + "\n");
        script.askDone(message -> prepareOnly(message, PICTURE));
        assertThat(agent.alive()).isTrue();
    }

    @Test
    void a_check_says_which_workloads_are_not_accepted() throws Exception {
        Map<String, String> all = WorkloadCatalog.open(work).checksums();
        Path list = Files.writeString(folder.resolve("accepted"), "# nothing but\n" + all.get(PICTURE) + "\n");
        agent(DesktopAgentMain.class, "--accept-workloads", list.toString());
        script.hello();
        CheckResult result = script.check(Check.newBuilder()
                .setCheckId("c")
                .setWithinMillis(10_000)
                .setRunProfileYaml(prepare(DesktopAgentMessage.newBuilder(), false)
                        .getPrepare()
                        .getRun()
                        .getRunProfileYaml())
                .putAllWorkloadChecksums(all)
                .build());
        assertThat(result.getFindingsList())
                .filteredOn(finding -> finding.getWhat().equals("accepted workloads"))
                .singleElement()
                .satisfies(finding -> {
                    assertThat(finding.getWhere()).endsWith(", " + WAITER);
                    assertThat(finding.getValue()).contains(" is not accepted by this agent (expected: ");
                });
    }

    /** Whoever has the controller could otherwise run any program in the sessions of all users. */
    @Test
    void only_commands_that_the_open_workload_has_are_run() throws Exception {
        agent();
        script.askDone(message -> prepare(message, false));
        script.askDone(message -> openApp(message, WAITER, 1));
        Path proof = folder.resolve("proof");
        for (List<String> command : List.of(
                List.of("touch", proof.toString()),
                List.of("sh", "-c", "touch " + proof),
                List.of("sh", "-c", "exit 4", proof.toString()))) {
            DesktopAgentMessage answer =
                    script.ask(message -> message.setRun(RunInApp.newBuilder().addAllCommand(command)));
            assertThat(answer.getFailed().getReason())
                    .startsWith("run: " + command)
                    .contains(" is no step of " + WAITER + " (expected: ");
        }
        assertThat(proof).doesNotExist();
    }

    @Test
    void it_executes_the_plan_on_its_own_screen() throws Exception {
        AppProcess agent = patientAgent();
        script.askDone(message -> prepareOnly(message, PICTURE));
        script.askDone(message -> message.setWork(StartWork.newBuilder().setIterations(2)));
        List<SessionState> states = new ArrayList<>();
        while (!states.contains(SessionState.SESSION_STATE_FINISHED)) {
            DesktopAgentMessage sessionUpdate = script.next();
            assertThat(sessionUpdate.getWhatCase())
                    .as(sessionUpdate.toString())
                    .isEqualTo(DesktopAgentMessage.WhatCase.CHANGE);
            assertThat(sessionUpdate.getCall()).isZero();
            SessionState state = sessionUpdate.getChange().getChange().getState();
            assertThat(state)
                    .as(sessionUpdate.toString())
                    .isNotIn(SessionState.SESSION_STATE_FAILED, SessionState.SESSION_STATE_LOST);
            states.add(state);
        }
        assertThat(states)
                .containsExactly(
                        SessionState.SESSION_STATE_STARTING,
                        SessionState.SESSION_STATE_READY,
                        SessionState.SESSION_STATE_WORKING,
                        SessionState.SESSION_STATE_WORKING,
                        SessionState.SESSION_STATE_FINISHED);
        assertThat(script.timings())
                .extracting(t -> t.getOperation() + " " + t.getOutcome() + " " + t.getSession())
                .containsExactly("open ok 4", "close ok 4", "open ok 4", "close ok 4");
        assertThat(agent.alive()).isTrue();
        script.askDone(message -> message.setStop(StopWork.newBuilder().setNow(true)));
    }

    /** Encoding takes longer than the operations, and the end of the session may end this program. */
    @Test
    void the_pictures_of_the_last_operations_come_before_the_session_is_released() throws Exception {
        patientAgent();
        script.askDone(message -> prepareOnly(message, PICTURE, "evidence: all"));
        script.askDone(message -> message.setWork(StartWork.newBuilder().setIterations(3)));
        DesktopAgentMessage update = script.next();
        while (update.getChange().getChange().getState() != SessionState.SESSION_STATE_FINISHED) {
            update = script.next();
        }
        script.askDone(message -> message.setRelease(ReleaseDesktop.getDefaultInstance()));
        assertThat(script.timings())
                .extracting(TimingRecord::getOutcome)
                .hasSize(6)
                .containsOnly("ok");
        assertThat(script.pictures())
                .filteredOn(name -> name.endsWith("-strip.png"))
                .hasSize(6);
    }

    private DesktopAgentMessage.Builder prepareOnly(DesktopAgentMessage.Builder message, String id, String setting) {
        PrepareRun.Builder run = prepareOnly(message, id).getPrepareBuilder().getRunBuilder();
        run.setRunProfileYaml(run.getRunProfileYaml() + setting + "\n");
        return message;
    }

    private DesktopAgentMessage.Builder prepareOnly(DesktopAgentMessage.Builder message, String id) {
        PrepareDesktop.Builder all = prepare(message, false).getPrepareBuilder();
        String yaml = all.getRun().getRunProfileYaml().replace("[set/waiter, set/picture]", "[" + id + "]");
        String checksum = all.getRun().getWorkloadChecksumsOrThrow(id);
        all.getRunBuilder().setRunProfileYaml(yaml).clearWorkloadChecksums().putWorkloadChecksums(id, checksum);
        return message;
    }

    @Test
    void it_ends_with_its_display() throws Exception {
        AppProcess agent = agent();
        script.askDone(message -> prepare(message, true));
        script.askDone(message -> openApp(message, WAITER, 1));
        assertThat(processes("Xvnc")).hasSize(1);
        processes("Xvnc").forEach(ProcessHandle::destroy);
        agent.exited().get(10, TimeUnit.SECONDS);
    }

    @Test
    void a_logoff_ends_the_session_of_its_display() throws Exception {
        AppProcess agent = agent();
        script.askDone(message -> prepare(message, true));
        script.askDone(message -> openApp(message, WAITER, 1));
        script.askDone(message -> message.setLaunch(LaunchApp.getDefaultInstance()));
        script.askDone(message -> message.setLogOff(LogOffUser.getDefaultInstance()));
        await().atMost(LIMIT).until(() -> processes("openbox").isEmpty());
        assertThat(Processes.carrying("DESKMETER_DESKTOP="))
                .filteredOn(this::isOurs)
                .isEmpty();
        assertThat(processes("Xvnc")).isNotEmpty();
        assertThat(agent.alive()).isTrue();
    }

    private List<ProcessHandle> processes(String program) {
        Map.Entry<String, String> mark = desktop.mark().entrySet().iterator().next();
        return Processes.carrying(mark.getKey() + "=" + mark.getValue()).stream()
                .filter(process -> command(process).endsWith("/" + program))
                .toList();
    }

    /** By the name in its command line: the target of the link has another name. */
    private static String command(ProcessHandle process) {
        try {
            return Files.readString(Path.of("/proc/" + process.pid() + "/cmdline"))
                    .split("\0", 2)[0];
        } catch (IOException gone) {
            return "";
        }
    }
}
