package io.deskmeter.controller.web.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.deskmeter.controller.request.Caller;
import io.deskmeter.controller.request.Role;
import io.deskmeter.controller.web.http.TooManyStreamsException;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class StreamPlacesTest {
    private final StreamPlaces places = new StreamPlaces(new SimpleMeterRegistry());

    private static Caller caller(String login, @Nullable String person) {
        return new Caller(
                login,
                "vera",
                Role.VIEWER,
                person == null ? Caller.Kind.LOCAL : Caller.Kind.TOKEN,
                person,
                person == null ? null : login,
                () -> true);
    }

    /** Once a viewer with ten tokens held all of them. */
    @Test
    void nobodyTakesThePlacesOfOthersWithManyTokens() {
        List<StreamPlaces.Place> taken = new ArrayList<>();
        for (int i = 0; i < StreamPlaces.MOST_OF_PERSON; i++) {
            taken.add(places.take(caller("token-" + i % 10, "p1")));
        }
        assertThatThrownBy(() -> places.take(caller("token-11", "p1")))
                .isInstanceOf(TooManyStreamsException.class)
                .hasMessageContaining("event streams: 150 of this user are open (expected: fewer than 150");

        places.take(caller("token-20", "p2"));
        places.take(caller("file", null));
        taken.get(0).leave();
        taken.get(0).leave();
        places.take(caller("token-11", "p1"));
        assertThatThrownBy(() -> places.take(caller("token-12", "p1"))).isInstanceOf(TooManyStreamsException.class);
        assertThat(places.count()).isEqualTo(StreamPlaces.MOST_OF_PERSON + 2);
    }
}
