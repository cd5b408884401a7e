package io.deskmeter.controller.check;

import io.deskmeter.controller.fleet.Fleet.Present;
import io.deskmeter.controller.run.Seating;
import io.deskmeter.link.v1.Check;
import io.deskmeter.link.v1.CheckProgram;
import io.deskmeter.link.v1.Seat;
import io.deskmeter.workload.Account;
import io.deskmeter.workload.Application;
import io.deskmeter.workload.Target;
import io.deskmeter.workload.Workload;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Who is asked what. Seats whose user has a session already are found here, and nobody logs on there. */
final class Questions {
    private static final Duration MACHINE = Duration.ofSeconds(5);
    private static final Duration HANDSHAKES = Duration.ofSeconds(15);
    private static final Duration LOGON = Duration.ofSeconds(20);
    private static final Duration LONGEST = Duration.ofMinutes(3);

    /** Logons that an agent has under way at one time, see the agent's side. */
    private static final int LOGONS_AT_A_TIME = 4;

    private final Subject subject;
    private final Party party;
    private final List<Finding> findings;

    /** @param findings receives what is found while the questions are made */
    Questions(Subject subject, Party party, List<Finding> findings) {
        this.subject = subject;
        this.party = party;
        this.findings = findings;
    }

    /** By the agent that is asked. */
    Map<Present, Check.Builder> all() {
        Map<Present, Check.Builder> all = new LinkedHashMap<>();
        boolean local = subject.profile().target() instanceof Target.LocalDesktops;
        party.clients().forEach(agent -> all.put(agent, question(local)));
        party.desktops().forEach(agent -> all.put(agent, question(true)));
        shareOut(new ArrayList<>(all.entrySet())
                .subList(0, party.clients().size()).stream()
                        .filter(entry -> entry.getKey().hello().getChecks())
                        .map(Map.Entry::getValue)
                        .toList());
        return all;
    }

    private Check.Builder question(boolean programs) {
        Check.Builder question =
                Check.newBuilder().setRunProfileYaml(subject.yaml()).setWithinMillis((int) MACHINE.toMillis());
        if (programs) {
            subject.workloads().forEach(workload -> question.addPrograms(program(workload)));
        }
        return question;
    }

    private static CheckProgram program(Workload workload) {
        CheckProgram.Builder program = CheckProgram.newBuilder().setWorkload(workload.id());
        Application application = workload.application();
        application.commands().forEach((platform, command) -> program.putPrograms(platform, first(command)));
        return program.build();
    }

    /** The program that a command is about: {@code env} with its settings only prepares for it. */
    static String first(List<String> command) {
        return command.stream()
                .dropWhile(word -> word.equals("env") || word.contains("="))
                .findFirst()
                .orElse(command.get(0));
    }

    private void shareOut(List<Check.Builder> agents) {
        List<Seat> seats = seats();
        if (agents.isEmpty() || seats.isEmpty()) {
            return;
        }
        for (int i = 0; i < seats.size(); i++) {
            agents.get(i % agents.size()).addSeats(seats.get(i));
        }
        agents.forEach(agent ->
                agent.setWithinMillis((int) within(subject, agents.size()).toMillis()));
    }

    private List<Seat> seats() {
        List<Seat> seats = new ArrayList<>();
        for (Seating.Place place : new LinkedHashSet<>(subject.seats())) {
            Account account = place.account();
            Optional<Present> there = account == null || subject.profile().target() instanceof Target.VncDesktops
                    ? Optional.empty()
                    : party.desktops().stream()
                            .filter(agent -> Party.isOf(agent, account))
                            .findFirst();
            there.ifPresent(agent -> findings.add(occupied(place, agent)));
            Seat.Builder seat = Seat.newBuilder()
                    .setHost(place.host().name())
                    .setPort(place.host().port());
            if (account != null && there.isEmpty()) {
                seat.setUser(account.user()).setPassword(account.password()).setDomain(account.domain());
            }
            seats.add(seat.build());
        }
        return seats;
    }

    private static Finding occupied(Seating.Place place, Present agent) {
        return Finding.error(
                "target occupied",
                place.toString(),
                "the user has a session already: " + agent + " runs in "
                        + agent.hello().getPlace().getSession(),
                "a user without a session",
                "log the user off");
    }

    /** How long an agent may take for its share. */
    static Duration within(Subject subject, int agents) {
        int share = (subject.seats().size() + agents - 1) / agents;
        if (share == 0) {
            return MACHINE;
        }
        if (!(subject.profile().target() instanceof Target.RdpHosts)) {
            return HANDSHAKES;
        }
        int rounds = (share + LOGONS_AT_A_TIME - 1) / LOGONS_AT_A_TIME;
        Duration needed = HANDSHAKES.plus(LOGON.multipliedBy(rounds));
        return needed.compareTo(LONGEST) > 0 ? LONGEST : needed;
    }
}
