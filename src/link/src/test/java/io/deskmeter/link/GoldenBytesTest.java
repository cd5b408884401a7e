package io.deskmeter.link;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Message;
import io.deskmeter.link.v1.FromAgent;
import io.deskmeter.link.v1.FromController;
import io.deskmeter.link.v1.Link;
import io.deskmeter.link.v1.Ping;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The bytes of every message are fixed: {@code golden/NAME.hex} holds those of the filled message of
 * {@link GoldenMessages}. A released file never changes, except by a line break or the bytes of an added field; see
 * "The link" in docs/how-it-works/architecture.md.
 */
class GoldenBytesTest {
    private static final HexFormat HEX = HexFormat.of();

    static Stream<String> messages() {
        return Link.getDescriptor().getMessageTypes().stream().map(Descriptor::getName);
    }

    static Stream<Message> envelopes() {
        return GoldenMessages.envelopes().stream();
    }

    @Test
    void everyEntryHasAMessage() {
        assertThat(messages())
                .containsExactlyInAnyOrderElementsOf(GoldenMessages.all().keySet());
    }

    @ParameterizedTest
    @MethodSource("messages")
    void everyMessageIsFilledWhole(String name) {
        Message message = message(name);
        List<FieldDescriptor> missing = message.getDescriptorForType().getFields().stream()
                .filter(field -> field.getRealContainingOneof() == null)
                .filter(field -> !message.getAllFields().containsKey(field))
                .toList();
        assertThat(missing).as("fields of %s without a golden value", name).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("messages")
    void everyMessageHasItsBytes(String name) throws InvalidProtocolBufferException {
        byte[] golden = golden(name);
        Message message = message(name);
        assertThat(HEX.formatHex(message.toByteArray())).as("encoded %s", name).isEqualTo(HEX.formatHex(golden));
        assertThat(message.getParserForType().parseFrom(golden))
                .as("decoded %s", name)
                .isEqualTo(message);
    }

    /** The field number of each kind of message in its envelope is part of the protocol, too. */
    @ParameterizedTest
    @MethodSource("envelopes")
    void everyEnvelopeHasItsNumber(Message envelope) throws InvalidProtocolBufferException {
        FieldDescriptor field = envelope.getAllFields().keySet().iterator().next();
        String line = envelope.getDescriptorForType().getName() + "." + field.getName();
        byte[] inner = ((Message) envelope.getField(field)).toByteArray();
        byte[] golden = concat(HEX.parseHex(prefix(line)), inner);
        assertThat(envelope.toByteArray()).as(line).isEqualTo(golden);
        assertThat(envelope.getParserForType().parseFrom(golden)).isEqualTo(envelope);
    }

    @Test
    void everyKindOfMessageIsInAnEnvelopeOfTheTest() {
        List<FieldDescriptor> kinds = Stream.of(FromAgent.getDescriptor(), FromController.getDescriptor())
                .flatMap(envelope -> envelope.getFields().stream())
                .toList();
        assertThat(envelopes().flatMap(e -> e.getAllFields().keySet().stream()))
                .containsExactlyInAnyOrderElementsOf(kinds);
    }

    /** Fields of a newer peer are kept and do not cause errors. */
    @Test
    void unknownFieldsAreKept() throws InvalidProtocolBufferException {
        ByteString newer =
                ByteString.copyFrom(golden("Ping")).concat(ByteString.copyFrom(HEX.parseHex("fa3e0378797a")));
        assertThat(Ping.parseFrom(newer).getSequence()).isEqualTo(300);
    }

    private static Message message(String name) {
        Message message = GoldenMessages.all().get(name);
        if (message == null) {
            throw new AssertionError(
                    "message " + name + " has no golden entry (add it to GoldenMessages and golden/" + name + ".hex)");
        }
        return message;
    }

    private static byte[] golden(String name) {
        return HEX.parseHex(resource(name + ".hex").replaceAll("\\s", ""));
    }

    private static String prefix(String line) {
        Map<String, String> prefixes = resource("envelopes.txt")
                .lines()
                .map(l -> l.split(" "))
                .collect(Collectors.toMap(l -> l[0], l -> l[1]));
        return Objects.requireNonNull(prefixes.get(line), () -> line + " is not in golden/envelopes.txt");
    }

    private static String resource(String name) {
        try (InputStream in = GoldenBytesTest.class.getResourceAsStream("/golden/" + name)) {
            assertThat(in).as("resource golden/" + name).isNotNull();
            return new String(in.readAllBytes(), StandardCharsets.US_ASCII);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static byte[] concat(byte[] a, byte[] b) {
        byte[] both = Arrays.copyOf(a, a.length + b.length);
        System.arraycopy(b, 0, both, a.length, b.length);
        return both;
    }
}
