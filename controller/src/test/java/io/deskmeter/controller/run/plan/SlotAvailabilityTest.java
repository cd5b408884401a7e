package io.deskmeter.controller.run.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.controller.run.plan.SlotAllocator.Left;
import io.deskmeter.workload.targets.Account;
import io.deskmeter.workload.targets.AllowedHosts;
import io.deskmeter.workload.targets.Hosts;
import io.deskmeter.workload.targets.Target;
import io.deskmeter.workload.yaml.AccountSets;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Where a check looks before a run, and where the sessions of the run come to. */
class SlotAvailabilityTest {
    private static final Target FOUR_DESKTOPS = new Target.VncDesktops(
            Hosts.of(List.of("desk-1", "desk-2", "desk-3", "desk-4"), 5900),
            Optional.empty(),
            Optional.empty(),
            OptionalInt.empty(),
            OptionalInt.empty(),
            1280,
            800);

    @ParameterizedTest
    @ValueSource(strings = {"", "u1", "u{1..2}", "u{1..4}"})
    void aSessionComesToNoDesktopThatIsNotAmongAllPlaces(String users) {
        List<Account> accounts =
                users.isEmpty() ? List.of() : AccountSets.expand(users, "p", "", AllowedHosts.of(List.of("*")));
        Set<Hosts.Host> known = SlotAvailability.allPlaces(FOUR_DESKTOPS, accounts, 1).stream()
                .map(SlotAvailability.Place::host)
                .collect(Collectors.toSet());
        for (Left left : Left.values()) {
            SlotAllocator slots = new SlotAllocator(FOUR_DESKTOPS, accounts);
            Set<Hosts.Host> used = new HashSet<>();
            for (int session = 0; session < 8; session++) {
                used.add(slots.take(session).orElseThrow().host());
                slots.free(session, left);
            }
            assertThat(known).as("left %s", left).containsAll(used);
            assertThat(used.size()).isEqualTo(left == Left.CLEAN ? 1 : 4);
        }
        assertThat(SlotAvailability.allPlaces(FOUR_DESKTOPS, accounts, 1)).hasSize(4);
    }
}
