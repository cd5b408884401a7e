package io.deskmeter.workloads.make;

import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.workloads.make.picture.DrawnLandmark;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class MailFolderTest {
    private static final String PROFILE = "mail/client/content/profile/";

    private final Map<String, byte[]> files = MailFolder.files(4);
    private final String box = text(PROFILE + "Mail/Local Folders/Inbox");

    private String text(String file) {
        return new String(files.get(file), StandardCharsets.US_ASCII);
    }

    /** Without the first, which is empty. */
    private List<String> messages() {
        List<String> parts = Arrays.asList(box.split("(?m)^From - .*\n", -1));
        return parts.subList(1, parts.size());
    }

    /** The data of the part that has this name. */
    private static byte[] part(String message, String name) {
        String from = message.substring(message.indexOf("filename=\"" + name));
        String data = from.substring(from.indexOf("\n\n") + 2);
        return Base64.getMimeDecoder().decode(data.substring(0, data.indexOf("\n--")));
    }

    @Test
    void a_message_begins_only_where_one_does() {
        assertThat(messages()).hasSize(40);
        assertThat(box.lines().filter(line -> line.startsWith("From "))).hasSize(40);
        assertThat(box.lines()).allMatch(line -> line.length() < 998);
    }

    @Test
    void the_messages_that_are_read_have_a_landmark_each_and_no_others_have_one() {
        List<String> messages = messages();
        for (int n = 1; n <= MailFolder.READ; n++) {
            byte[] shown = part(messages.get(n - 1), "picture-" + n + ".png");
            assertThat(shown).isEqualTo(DrawnLandmark.of(800 + n).png());
            assertThat(files).containsKey("mail/client/landmarks/message-" + n + ".png");
        }
        assertThat(messages.subList(MailFolder.READ, messages.size()))
                .noneMatch(message -> message.contains("image/png"));
    }

    @Test
    void the_last_message_that_is_read_has_an_attachment_of_a_table() {
        String table = new String(part(messages().get(MailFolder.READ - 1), "berths.csv"), StandardCharsets.US_ASCII);
        assertThat(table).startsWith("day,berth,boat,metres,hours\n1,");
        assertThat(table.length()).isBetween(150_000, 500_000);
        assertThat(table.lines()).allMatch(line -> line.split(",", -1).length == 5);
    }

    @Test
    void start_page_and_signature_show_their_landmarks() {
        for (String name : List.of("start", "signature")) {
            String page = text(PROFILE + name + ".html");
            String data = page.substring(page.indexOf("base64,") + 7);
            byte[] png = Base64.getDecoder().decode(data.substring(0, data.indexOf('"')));
            assertThat(png)
                    .isEqualTo(
                            DrawnLandmark.of(name.equals("start") ? 821 : 822).png());
        }
    }
}
