package io.deskmeter.controller.run.machine;

import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.controller.run.machine.AgentBalancer.Room;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class AgentBalancerTest {
    @Test
    void agentsWithoutALimitShareEvenly() {
        assertThat(spread(List.of(0, 0, 0), 7)).containsExactly(3, 2, 2);
    }

    @Test
    void agentsStandInProportionToTheirLimits() {
        assertThat(spread(List.of(10, 30), 20)).containsExactly(5, 15);
        assertThat(spread(List.of(1, 2, 4), 7)).containsExactly(1, 2, 4);
    }

    @Test
    void aFullAgentGetsNothingMore() {
        assertThat(AgentBalancer.next(List.of(new Room(2, 2), new Room(3, 3)))).isEmpty();
        assertThat(AgentBalancer.next(List.of(new Room(2, 2), new Room(0, 3)))).isEqualTo(OptionalInt.of(1));
    }

    /**
     * At every number of sessions, in every fleet: all are assigned, no limit is exceeded, and no agent differs from
     * its share by a whole session.
     */
    @Test
    void sharesAreExactWithinOneSession() {
        Random random = new Random(4);
        for (int fleet = 0; fleet < 300; fleet++) {
            List<Integer> limits = IntStream.range(0, 1 + random.nextInt(20))
                    .mapToObj(i -> 1 + random.nextInt(60))
                    .toList();
            int room = AgentBalancer.room(limits);
            int sessions = random.nextInt(room + 1);
            List<Integer> given = spread(limits, sessions);
            assertThat(given.stream().mapToInt(Integer::intValue).sum()).isEqualTo(sessions);
            for (int i = 0; i < limits.size(); i++) {
                double share = (double) sessions * limits.get(i) / room;
                assertThat(given.get(i)).isBetween((int) Math.floor(share) - 1, (int) Math.ceil(share) + 1);
                assertThat(given.get(i)).isLessThanOrEqualTo(limits.get(i));
            }
        }
    }

    private static List<Integer> spread(List<Integer> limits, int sessions) {
        List<Room> rooms = new ArrayList<>();
        limits.forEach(limit -> rooms.add(new Room(0, limit)));
        for (int i = 0; i < sessions; i++) {
            int agent = AgentBalancer.next(rooms).orElseThrow();
            rooms.set(
                    agent,
                    new Room(rooms.get(agent).sessions() + 1, rooms.get(agent).limit()));
        }
        return rooms.stream().map(Room::sessions).toList();
    }
}
