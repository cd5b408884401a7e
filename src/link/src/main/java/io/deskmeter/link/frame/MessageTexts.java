package io.deskmeter.link.frame;

import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Message;
import com.google.protobuf.MessageLite;
import io.deskmeter.text.PeerText;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Makes the texts of a message that has arrived printable, whoever sent it: they go to logs, terminals, reports and
 * pages. What is used and not shown (documents, commands, secrets) arrives as it was sent. A message whose texts are
 * printable is not copied.
 */
final class MessageTexts {
    /** Not for display: they must be what was sent. */
    private static final Set<String> AS_SENT = Set.of(
            "PrepareRun.run_profile_yaml",
            "Check.run_profile_yaml",
            "CheckText.text",
            "RunInApp.command",
            "CheckProgram.programs",
            "SessionSlot.user",
            "SessionSlot.password",
            "SessionSlot.domain",
            "Hello.token",
            "Enrol.token",
            "SetupReport.token",
            "DesktopLocation.ticket",
            "DesktopAgentRequest.ticket");

    /** May have several lines, such as the last lines that a program printed. */
    private static final Set<String> OF_LINES =
            Set.of("reason", "detail", "tail", "refusal", "damage", "unknown", "value", "expected", "remedy");

    /** The fields of each type that may have texts in them. */
    private static final Map<Descriptor, List<FieldDescriptor>> FIELDS = new ConcurrentHashMap<>();

    private MessageTexts() {}

    @SuppressWarnings("unchecked") // a changed message is one of the same type
    static <M extends MessageLite> M printable(M received) {
        return received instanceof Message message ? (M) of(message) : received;
    }

    private static Message of(Message message) {
        Message.@Nullable Builder changed = null;
        for (FieldDescriptor field : FIELDS.computeIfAbsent(message.getDescriptorForType(), MessageTexts::fields)) {
            if (field.isRepeated()) {
                int count = message.getRepeatedFieldCount(field);
                for (int i = 0; i < count; i++) {
                    Object value = message.getRepeatedField(field, i);
                    Object printable = value(field, value);
                    if (printable != value) {
                        changed = changed == null ? message.toBuilder() : changed;
                        changed.setRepeatedField(field, i, printable);
                    }
                }
            } else if (field.getJavaType() != FieldDescriptor.JavaType.MESSAGE || message.hasField(field)) {
                Object value = message.getField(field);
                Object printable = value(field, value);
                if (printable != value) {
                    changed = changed == null ? message.toBuilder() : changed;
                    changed.setField(field, printable);
                }
            }
        }
        return changed == null ? message : changed.build();
    }

    private static List<FieldDescriptor> fields(Descriptor type) {
        return type.getFields().stream()
                .filter(field -> field.getJavaType() == FieldDescriptor.JavaType.MESSAGE
                        || field.getJavaType() == FieldDescriptor.JavaType.STRING)
                .filter(field -> !AS_SENT.contains(type.getName() + "." + field.getName()))
                .toList();
    }

    private static Object value(FieldDescriptor field, Object value) {
        if (value instanceof Message message) {
            return of(message);
        }
        String text = (String) value;
        return OF_LINES.contains(field.getName()) ? PeerText.lines(text) : PeerText.line(text);
    }
}
