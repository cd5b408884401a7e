package io.deskmeter.controller.run.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.controller.run.plan.SlotAllocator.Left;
import io.deskmeter.controller.run.plan.SlotAllocator.SessionSlot;
import io.deskmeter.workload.targets.Account;
import io.deskmeter.workload.targets.AllowedHosts;
import io.deskmeter.workload.targets.Hosts;
import io.deskmeter.workload.targets.Target;
import io.deskmeter.workload.yaml.AccountSets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class SlotAllocatorTest {
    @Test
    void hostsFillEvenlyAndEveryUserHasOneSession() {
        SlotAllocator slots = new SlotAllocator(
                rdp("rdsh-{1..2}", 3), AccountSets.expand("u{1..6}", "p", "", AllowedHosts.of(List.of("*"))));
        assertThat(take(slots, 0, 6))
                .containsExactly(
                        "u1 on rdsh-1:3389",
                        "u2 on rdsh-2:3389",
                        "u3 on rdsh-1:3389",
                        "u4 on rdsh-2:3389",
                        "u5 on rdsh-1:3389",
                        "u6 on rdsh-2:3389");
        assertThat(slots.take(6)).isEmpty();
    }

    @Test
    void aSlotThatIsFreeAgainIsTheNextOne() {
        SlotAllocator slots = new SlotAllocator(
                rdp("rdsh-{1..2}", 2), AccountSets.expand("u{1..4}", "p", "", AllowedHosts.of(List.of("*"))));
        take(slots, 0, 4);
        slots.free(1, Left.CLEAN);
        assertThat(take(slots, 4, 1)).containsExactly("u2 on rdsh-2:3389");
    }

    /**
     * Else every later load point would use the locked user again, and the result would depend on the order of the
     * list.
     */
    @Test
    void aSlotWhereALogonWasRefusedIsTheLastOne() {
        SlotAllocator slots = new SlotAllocator(
                rdp("rdsh-1", 4), AccountSets.expand("u{1..4}", "p", "", AllowedHosts.of(List.of("*"))));
        take(slots, 0, 2);
        slots.free(0, Left.REFUSED);
        slots.free(1, Left.CLEAN);
        assertThat(take(slots, 2, 4))
                .containsExactly("u2 on rdsh-1:3389", "u3 on rdsh-1:3389", "u4 on rdsh-1:3389", "u1 on rdsh-1:3389");
        assertThat(slots.take(6)).isEmpty();
    }

    /** The platform admits a refused user again when it has room; what a session has left behind stays. */
    @Test
    void aSlotOnWhichASessionMayHaveLeftSomethingIsTheVeryLastOne() {
        SlotAllocator slots = new SlotAllocator(
                rdp("rdsh-1", 4), AccountSets.expand("u{1..4}", "p", "", AllowedHosts.of(List.of("*"))));
        take(slots, 0, 3);
        slots.free(0, Left.LEFTOVER);
        slots.free(1, Left.REFUSED);
        slots.free(2, Left.CLEAN);
        List<String> order = take(slots, 3, 4);
        assertThat(order)
                .containsExactly("u3 on rdsh-1:3389", "u4 on rdsh-1:3389", "u2 on rdsh-1:3389", "u1 on rdsh-1:3389");
    }

    @Test
    void whoeverUsesSuchASlotIsToldWhomItFollows() {
        SlotAllocator slots =
                new SlotAllocator(rdp("rdsh-1", 1), AccountSets.expand("u1", "p", "", AllowedHosts.of(List.of("*"))));
        SessionSlot slot = slots.take(0).orElseThrow();
        assertThat(slots.leftBy(slot)).isEmpty();
        slots.free(0, Left.LEFTOVER);
        assertThat(slots.take(1)).hasValue(slot);
        assertThat(slots.leftBy(slot)).hasValue(0);
        slots.free(1, Left.CLEAN);
        assertThat(slots.leftBy(slot)).as("it has logged off").isEmpty();
    }

    @Test
    void aUserMayHaveSessionsOnSeveralHostsButNeverTwoOnOneHost() {
        SlotAllocator slots = new SlotAllocator(
                rdp("vdi-{1..3}", 2), AccountSets.expand("u{1..2}", "p", "", AllowedHosts.of(List.of("*"))));
        List<String> taken = take(slots, 0, 6);
        assertThat(taken).hasSize(6).doesNotHaveDuplicates();
    }

    @Test
    void asManyAccountsAsSingleDesktopsMeansOneEach() {
        SlotAllocator slots = new SlotAllocator(
                new Target.VncDesktops(Hosts.of(List.of("vdi-{1..3}"), 5900), Optional.of("set"), 1280, 800),
                AccountSets.expand("u{1..3}", "p", "", AllowedHosts.of(List.of("*"))));
        assertThat(take(slots, 0, 3)).containsExactly("u1 on vdi-1:5900", "u2 on vdi-2:5900", "u3 on vdi-3:5900");
        slots.free(0, Left.CLEAN);
        slots.free(2, Left.CLEAN);
        assertThat(take(slots, 3, 2)).containsExactly("u1 on vdi-1:5900", "u3 on vdi-3:5900");
    }

    @Test
    void desktopsOfTheAgentsOwnMachineHaveNoEnd() {
        SlotAllocator slots = new SlotAllocator(new Target.LocalDesktops(1280, 800), List.of());
        assertThat(slots.take(9_999)).contains(SessionSlot.OWN_MACHINE);
    }

    @Test
    void whatIsTooLittleIsSaidBeforeTheRun() {
        Target target = rdp("rdsh-1", 10);
        List<Account> three = AccountSets.expand("u{1..3}", "p", "", AllowedHosts.of(List.of("*")));
        assertThat(SlotAvailability.shortage(target, three, 3)).isEmpty();
        assertThat(SlotAvailability.shortage(target, three, 4).orElseThrow())
                .isEqualTo("accounts: set has 3 users, enough for 3 sessions (expected: 4,"
                        + " the maximum of the load; a user has one session at a time on a host)");
        assertThat(SlotAvailability.shortage(target, three, 11).orElseThrow())
                .startsWith("target: room for 10 sessions");
    }

    private static Target rdp(String hosts, int users) {
        return new Target.RdpHosts(
                Hosts.of(List.of(hosts), 3389), users, Optional.of("set"), Optional.empty(), "any", 1280, 800);
    }

    private static List<String> take(SlotAllocator slots, int from, int count) {
        List<String> taken = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            taken.add(slots.take(from + i).orElseThrow().toString());
        }
        return taken;
    }
}
