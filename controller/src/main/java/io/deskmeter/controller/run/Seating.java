package io.deskmeter.controller.run;

import io.deskmeter.workload.Account;
import io.deskmeter.workload.Target;
import java.util.List;
import java.util.Optional;

/** Whether a target has seats for so many sessions: a pure question, for those who check before a run. */
public final class Seating {
    private Seating() {}

    /** What is too little, in words; empty where it is enough. */
    public static Optional<String> shortage(Target target, List<Account> accounts, int sessions) {
        if (target.room() < sessions) {
            return Optional.of("target: room for " + target.room() + " sessions (expected: " + sessions
                    + ", the most that the load asks for; hint: more hosts, or usersPerHost)");
        }
        Seats seats = new Seats(target, accounts);
        for (int session = 0; session < sessions; session++) {
            if (seats.take(session).isEmpty()) {
                return Optional.of("accounts: " + target.accounts().orElse("") + " has " + accounts.size()
                        + " users, enough for " + session + " sessions (expected: " + sessions
                        + ", the most that the load asks for; a user has one session at a time on a host)");
            }
        }
        return Optional.empty();
    }
}
