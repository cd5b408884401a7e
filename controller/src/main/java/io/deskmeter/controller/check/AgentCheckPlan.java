package io.deskmeter.controller.check;

import io.deskmeter.controller.fleet.Fleet.Present;
import io.deskmeter.controller.run.plan.Credentials;
import io.deskmeter.controller.run.plan.SlotAvailability;
import io.deskmeter.link.v1.Check;
import io.deskmeter.link.v1.CheckProgram;
import io.deskmeter.link.v1.CheckText;
import io.deskmeter.link.v1.SessionSlot;
import io.deskmeter.workload.Application;
import io.deskmeter.workload.Workload;
import io.deskmeter.workload.run.Mode;
import io.deskmeter.workload.targets.Account;
import io.deskmeter.workload.targets.Target;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Decides which agent checks what. Slots whose user already has a session are reported and not logged on to. */
final class AgentCheckPlan {
    private static final Duration MACHINE = Duration.ofSeconds(5);
    /** A player needs seconds to start on a busy machine, and a second for a tone. */
    private static final Duration MACHINE_AND_SOUND = Duration.ofSeconds(15);

    private static final Duration HANDSHAKES = Duration.ofSeconds(15);
    /** Until the text fields of desktop agents are there, and closed again. */
    private static final Duration FIELD = Duration.ofSeconds(20);

    private static final Duration LOGON = Duration.ofSeconds(20);
    private static final Duration LONGEST = Duration.ofMinutes(3);

    /** The number of concurrent logons of an agent, see RdpProbe of the agent. */
    private static final int LOGONS_AT_A_TIME = 4;

    private final CheckInput checkInput;
    private final CheckAgents checkAgents;
    private final List<Present> desktops;
    private final List<PreflightFinding> findings;

    /**
     * Creates a plan.
     *
     * @param present all connected agents
     * @param findings receives findings while the requests are created
     */
    AgentCheckPlan(
            CheckInput checkInput, CheckAgents checkAgents, List<Present> present, List<PreflightFinding> findings) {
        this.desktops = present.stream().filter(Present::isDesktop).toList();
        this.checkInput = checkInput;
        this.checkAgents = checkAgents;
        this.findings = findings;
    }

    /** The requests by agent. */
    Map<Present, Check.Builder> all() {
        Map<Present, Check.Builder> all = new LinkedHashMap<>();
        boolean local = checkInput.profile().target() instanceof Target.LocalDesktops;
        checkAgents.clients().forEach(agent -> all.put(agent, question(local)));
        checkAgents.desktops().forEach(agent -> all.put(agent, question(true)));
        shareOut(new ArrayList<>(all.entrySet())
                .subList(0, checkAgents.clients().size()).stream()
                        .filter(entry -> entry.getKey().hello().getChecks())
                        .map(Map.Entry::getValue)
                        .toList());
        tryTexts(all);
        return all;
    }

    /**
     * Client agents ask each display whether it takes the texts, and type them where desktop agents, or people, show a
     * text field.
     */
    private void tryTexts(Map<Present, Check.Builder> all) {
        List<CheckText> texts = KeyboardCheck.texts(checkInput);
        if (texts.isEmpty() || !(checkInput.profile().target() instanceof Target.VncDesktops)) {
            return;
        }
        boolean fields =
                KeyboardCheck.isProvedByAgents(checkInput) ? showFields(all, texts) : KeyboardCheck.isTried(checkInput);
        if (checkInput.profile().mode() == Mode.REMOTE) {
            all.forEach((agent, question) -> {
                if (question.getSlotsCount() > 0) {
                    question.addAllTexts(texts).setTypes(fields);
                }
            });
        }
    }

    /**
     * Any idle desktop agent may be behind a host, whose name a desktop need not know. Returns whether there is one.
     */
    private boolean showFields(Map<Present, Check.Builder> all, List<CheckText> texts) {
        List<Present> there = desktops.stream()
                .filter(agent -> agent.runId().isEmpty()
                        && agent.hello().getLocation().getTicket().isEmpty()
                        && agent.hello().getChecks())
                .toList();
        if (there.isEmpty()) {
            findings.add(PreflightFinding.error(
                    "desktop agent",
                    "target",
                    "no idle desktop agent is connected",
                    "a desktop agent on each desktop, connected to this controller",
                    "start `./deskmeter agent desktop` on the desktops, and check again with the same controller; or"
                            + " `desktopAgent: none` of the target"));
        }
        int within = (int) within(checkInput, 1).toMillis();
        boolean remote = checkInput.profile().mode() == Mode.REMOTE;
        there.forEach(agent -> all.computeIfAbsent(
                        agent,
                        added -> Check.newBuilder()
                                .setRunProfileYaml(checkInput.yaml())
                                .putAllWorkloadChecksums(checkInput.checksums()))
                .setWithinMillis(within)
                .addAllTexts(texts)
                .setTypes(!remote));
        return !there.isEmpty();
    }

    /** Whether an agent is asked for its text field only: it need not be one of the run's. */
    static boolean isFieldOnly(Present agent, Check.Builder question) {
        return agent.isDesktop() && question.getProgramsCount() == 0 && question.getTextsCount() > 0;
    }

    private Check.Builder question(boolean programs) {
        Check.Builder question = Check.newBuilder()
                .setRunProfileYaml(checkInput.yaml())
                .putAllWorkloadChecksums(checkInput.checksums())
                .setWithinMillis((int) machine(checkInput).toMillis());
        if (programs) {
            checkInput.workloads().forEach(workload -> question.addPrograms(program(workload)));
        }
        return question;
    }

    private static CheckProgram program(Workload workload) {
        CheckProgram.Builder program = CheckProgram.newBuilder()
                .setWorkload(workload.id())
                .addAllPackages(workload.packages())
                .setPlaysClip(SoundTargetCheck.playsClip(workload));
        Application application = workload.application();
        application
                .commands()
                .keySet()
                .forEach(platform ->
                        application.program(platform).ifPresent(name -> program.putPrograms(platform, name)));
        return program.build();
    }

    private void shareOut(List<Check.Builder> agents) {
        List<SessionSlot> slots = slots();
        if (agents.isEmpty() || slots.isEmpty()) {
            return;
        }
        for (int i = 0; i < slots.size(); i++) {
            agents.get(i % agents.size()).addSlots(slots.get(i));
        }
        agents.forEach(agent ->
                agent.setWithinMillis((int) within(checkInput, agents.size()).toMillis()));
    }

    private List<SessionSlot> slots() {
        List<SessionSlot> slots = new ArrayList<>();
        for (SlotAvailability.Place place : new LinkedHashSet<>(checkInput.slots())) {
            Account account = place.account();
            Optional<Present> there = account == null || checkInput.profile().target() instanceof Target.VncDesktops
                    ? Optional.empty()
                    : checkAgents.desktops().stream()
                            .filter(agent -> CheckAgents.isOf(agent, account))
                            .findFirst();
            there.ifPresent(agent -> findings.add(occupied(place, agent)));
            SessionSlot.Builder slot = SessionSlot.newBuilder()
                    .setHost(place.host().name())
                    .setPort(place.host().port());
            if (account != null && there.isEmpty()) {
                Credentials.put(slot, account, place.host());
            }
            slots.add(slot.build());
        }
        return slots;
    }

    private static PreflightFinding occupied(SlotAvailability.Place place, Present agent) {
        return PreflightFinding.error(
                "target occupied",
                place.toString(),
                "the user has a session already: " + agent + " runs in "
                        + agent.hello().getLocation().getSession(),
                "a user without a session",
                "log the user off");
    }

    private static Duration machine(CheckInput checkInput) {
        boolean heard = SoundTargetCheck.isHeard(checkInput)
                && checkInput.workloads().stream().anyMatch(SoundTargetCheck::playsClip);
        return heard ? MACHINE_AND_SOUND : MACHINE;
    }

    /** The time limit of an agent for its share. */
    static Duration within(CheckInput checkInput, int agents) {
        int share = (checkInput.slots().size() + agents - 1) / agents;
        if (share == 0) {
            return machine(checkInput);
        }
        if (!(checkInput.profile().target() instanceof Target.RdpHosts)) {
            Duration typing = KeyboardCheck.isTried(checkInput)
                    ? KeyboardCheck.typing(KeyboardCheck.texts(checkInput)).plus(FIELD)
                    : Duration.ZERO;
            return shorter(HANDSHAKES.plus(typing), LONGEST);
        }
        int batches = (share + LOGONS_AT_A_TIME - 1) / LOGONS_AT_A_TIME;
        Duration needed = HANDSHAKES.plus(LOGON.multipliedBy(batches));
        return shorter(needed, LONGEST);
    }

    private static Duration shorter(Duration one, Duration other) {
        return one.compareTo(other) > 0 ? other : one;
    }
}
