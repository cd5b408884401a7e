package io.deskmeter.bench.hostile;

import com.google.protobuf.ByteString;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Message;
import io.deskmeter.link.v1.AgentRole;
import io.deskmeter.link.v1.FromAgent;
import io.deskmeter.link.v1.Hello;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.random.RandomGenerator;

/** What agents send, of every kind, with values that nobody has given them. */
final class TrueMessages {
    private static final int DEEPEST = 4;
    private static final int LONGEST_TEXT = 40;
    private static final List<FieldDescriptor> KINDS =
            FromAgent.getDescriptor().getOneofs().get(0).getFields();

    private TrueMessages() {}

    /** A message of any kind. */
    static FromAgent any(RandomGenerator random) {
        FromAgent.Builder message = FromAgent.newBuilder();
        FieldDescriptor kind = KINDS.get(random.nextInt(KINDS.size()));
        return message.setField(kind, filled(message.newBuilderForField(kind), random, 0))
                .build();
    }

    /** A first message as it should be, but for the secret. */
    static FromAgent hello(RandomGenerator random) {
        return FromAgent.newBuilder()
                .setHello(Hello.newBuilder()
                        .setProtocol(1)
                        .setAgentId("stranger-" + random.nextInt(1_000))
                        .setInstance("stranger")
                        .setHost("stranger.example.org")
                        .setRole(random.nextBoolean() ? AgentRole.AGENT_ROLE_CLIENT : AgentRole.AGENT_ROLE_DESKTOP)
                        .setToken(Long.toHexString(random.nextLong())))
                .build();
    }

    /** As it is sent: its length, then the message. */
    static byte[] framed(FromAgent message) {
        return framed(message.toByteArray());
    }

    static byte[] framed(byte[] message) {
        return ByteBuffer.allocate(Integer.BYTES + message.length)
                .putInt(message.length)
                .put(message)
                .array();
    }

    private static Message filled(Message.Builder builder, RandomGenerator random, int depth) {
        for (FieldDescriptor field : builder.getDescriptorForType().getFields()) {
            int values = field.isRepeated() ? random.nextInt(3) : random.nextInt(4) == 0 ? 0 : 1;
            for (int i = 0; i < values && depth < DEEPEST; i++) {
                set(builder, field, value(builder, field, random, depth));
            }
        }
        return builder.buildPartial();
    }

    private static void set(Message.Builder builder, FieldDescriptor field, Object value) {
        if (field.isRepeated()) {
            builder.addRepeatedField(field, value);
        } else {
            builder.setField(field, value);
        }
    }

    private static Object value(Message.Builder builder, FieldDescriptor field, RandomGenerator random, int depth) {
        return switch (field.getJavaType()) {
            case INT -> random.nextInt(4) == 0 ? random.nextInt() : random.nextInt(100);
            case LONG -> random.nextInt(4) == 0 ? random.nextLong() : (long) random.nextInt(100);
            case FLOAT -> random.nextFloat();
            case DOUBLE -> random.nextDouble();
            case BOOLEAN -> random.nextBoolean();
            case STRING -> text(random);
            case BYTE_STRING -> ByteString.copyFrom(Mutations.random(random, LONGEST_TEXT));
            case ENUM -> {
                var values = field.getEnumType().getValues();
                yield values.get(random.nextInt(values.size()));
            }
            case MESSAGE -> filled(builder.newBuilderForField(field), random, depth + 1);
        };
    }

    private static String text(RandomGenerator random) {
        StringBuilder text = new StringBuilder();
        random.ints(random.nextInt(LONGEST_TEXT), 1, 0x250).forEach(text::appendCodePoint);
        return text.toString();
    }
}
