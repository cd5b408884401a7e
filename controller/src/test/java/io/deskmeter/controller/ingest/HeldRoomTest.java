package io.deskmeter.controller.ingest;

import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.link.peer.PeerIdentity;
import io.deskmeter.link.v1.AgentRole;
import org.junit.jupiter.api.Test;

class HeldRoomTest {
    private static final long MIB = 1L << 20;

    private final HeldRoom room = new HeldRoom();

    /** Reproducer: one agent took all of it, and the batches of the others waited on their disks behind it. */
    @Test
    void eachAgentTakesAtMostHalfOfWhatTheOthersLeave() {
        assertThat(filled(client("greedy"))).isEqualTo(256);
        assertThat(filled(client("b"))).isEqualTo(128);
        assertThat(filled(client("c"))).isEqualTo(64);
        assertThat(room.mayAdd(client("greedy"), 1)).isFalse();
        assertThat(room.mayAdd(client("d"), MIB)).isTrue();
    }

    @Test
    void filesAreCountedToo() {
        int files = 0;
        while (room.mayAdd(client("a"), 1)) {
            room.add(client("a"), 1);
            files++;
        }
        assertThat(files).isEqualTo(HeldRoom.MOST_FILES / 2);
    }

    @Test
    void desktopAgentsTakeLittleAndNothingWhereClientAgentsHaveFilledTheirs() {
        PeerIdentity desktop = new PeerIdentity("d", AgentRole.AGENT_ROLE_DESKTOP);
        assertThat(filled(desktop)).isEqualTo(32);
        room.clear();
        filled(client("a"));
        assertThat(room.mayAdd(desktop, 1)).isFalse();
    }

    private int filled(PeerIdentity agent) {
        int mib = 0;
        while (room.mayAdd(agent, MIB)) {
            room.add(agent, MIB);
            mib++;
        }
        return mib;
    }

    private static PeerIdentity client(String id) {
        return new PeerIdentity(id, AgentRole.AGENT_ROLE_CLIENT);
    }
}
