package io.deskmeter.workloads.make;

import io.deskmeter.workloads.make.picture.DrawnLandmark;
import io.deskmeter.workloads.make.picture.Picture;
import java.nio.charset.StandardCharsets;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Base64;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;

/**
 * The mailbox of the mail client (mbox, RFC 4155) with messages in HTML. Those that the workload reads begin with a
 * landmark, and the last of them has an attachment. The start page and the signature have a landmark each: they show
 * that the program, and a new message, are ready.
 */
final class MailFolder {
    /** Messages that the workload reads, one after the other. */
    static final int READ = 5;

    private static final int MESSAGES = 40;
    private static final int ATTACHED_LINES = 12_000;
    private static final String PROFILE = "mail/client/content/profile/";
    /** Block characters, which make the newest message's row a picture: it shows that the list is there. */
    private static final String LAST_SUBJECT = Base64.getEncoder()
            .encodeToString(
                    "\u259c\u2596\u2588\u2598\u259f\u259a\u259b\u2597\u2580\u2599\u259d\u2588\u2596\u259e\u259f\u259b"
                            .getBytes(StandardCharsets.UTF_8));

    private static final LocalDateTime FIRST = LocalDateTime.of(2026, 1, 5, 8, 30);
    private static final DateTimeFormatter DATE = DateTimeFormatter.ofPattern("EEE, dd MMM yyyy HH:mm:ss", Locale.ROOT);
    private static final Base64.Encoder BASE64 = Base64.getMimeEncoder(76, "\n".getBytes(StandardCharsets.US_ASCII));

    private final StringBuilder box = new StringBuilder();
    private final Prose prose = new Prose(4001);

    private MailFolder() {}

    /** All files by their path below the workload root. */
    static Map<String, byte[]> files(int margin) {
        Map<String, byte[]> files = new TreeMap<>();
        String landmarks = "mail/client/landmarks/";
        for (int n = 1; n <= READ; n++) {
            files.put(
                    landmarks + "message-" + n + ".png",
                    message(n).inset(margin).png());
        }
        files.put(landmarks + "start.png", start().inset(margin).png());
        files.put(landmarks + "signature.png", signature().inset(margin).png());
        files.put(PROFILE + "Mail/Local Folders/Inbox", ascii(new MailFolder().messages()));
        files.put(
                PROFILE + "start.html",
                ascii("<!DOCTYPE html>\n<title>Harbour office</title>\n" + image(start())
                        + "\n<h1>Harbour office</h1>\n"));
        files.put(
                PROFILE + "signature.html",
                ascii("<p style=\"margin: 60px 0 0 480px\">" + image(signature()) + "</p>\n<p>Harbour office</p>\n"));
        return files;
    }

    private static Picture message(int n) {
        return DrawnLandmark.of(800 + n);
    }

    private static Picture start() {
        return DrawnLandmark.of(821);
    }

    private static Picture signature() {
        return DrawnLandmark.of(822);
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    private static String image(Picture picture) {
        return "<img width=\"" + picture.width() + "\" height=\"" + picture.height()
                + "\" alt=\"\" src=\"data:image/png;base64,"
                + Base64.getEncoder().encodeToString(picture.png()) + "\">";
    }

    private String messages() {
        for (int n = 1; n <= MESSAGES; n++) {
            message(n, FIRST.plusMinutes(337L * n));
        }
        return box.toString();
    }

    private void message(int n, LocalDateTime sent) {
        boolean read = n <= READ;
        boolean attached = n == READ;
        line("From - "
                + DateTimeFormatter.ofPattern("EEE MMM dd HH:mm:ss yyyy", Locale.ROOT)
                        .format(sent));
        line("From: Berth " + n + " <berth-" + n + "@harbour.invalid>");
        line("To: Harbour office <office@harbour.invalid>");
        line("Subject: " + (n == MESSAGES ? "=?UTF-8?B?" + LAST_SUBJECT + "?=" : "Report of berth " + n));
        line("Date: " + DATE.format(sent) + " +0000");
        line("Message-ID: <report-" + n + "@harbour.invalid>");
        line("MIME-Version: 1.0");
        if (attached) {
            line("Content-Type: multipart/mixed; boundary=\"mixed\"");
            line("");
            line("--mixed");
        }
        if (read) {
            line("Content-Type: multipart/related; boundary=\"related\"");
            line("");
            line("--related");
        }
        line("Content-Type: text/html; charset=us-ascii");
        line("");
        html(n, read);
        if (read) {
            line("--related");
            part("image/png", "inline", "picture-" + n + ".png", n, message(n).png());
            line("--related--");
        }
        if (attached) {
            line("--mixed");
            part("text/csv", "attachment", "berths.csv", 0, ascii(attachment()));
            line("--mixed--");
        }
        line("");
    }

    private void html(int n, boolean read) {
        line("<!DOCTYPE html>");
        line("<html><body>");
        if (read) {
            line("<p><img src=\"cid:picture-" + n + "@harbour.invalid\" width=\"" + DrawnLandmark.WIDTH + "\" height=\""
                    + DrawnLandmark.HEIGHT + "\" alt=\"\"></p>");
        }
        line("<h2>Report of berth " + n + "</h2>");
        for (int i = 0; i < 6; i++) {
            line("<p>");
            line(prose.paragraph(4).replace(". ", ".\n"));
            line("</p>");
        }
        line("<table border=\"1\"><tr><th>Month</th><th>Boats</th></tr>");
        for (int month = 1; month <= 12; month++) {
            line("<tr><td>" + month + "</td><td>" + (n * 31 + month * 17) % 97 + "</td></tr>");
        }
        line("</table>");
        line("</body></html>");
    }

    private void part(String type, String disposition, String name, int id, byte[] data) {
        line("Content-Type: " + type + "; name=\"" + name + "\"");
        line("Content-Disposition: " + disposition + "; filename=\"" + name + "\"");
        if (id > 0) {
            line("Content-ID: <picture-" + id + "@harbour.invalid>");
        }
        line("Content-Transfer-Encoding: base64");
        line("");
        line(BASE64.encodeToString(data));
    }

    private static String attachment() {
        Random random = new Random(4002);
        StringBuilder text = new StringBuilder("day,berth,boat,metres,hours\n");
        for (int i = 0; i < ATTACHED_LINES; i++) {
            text.append(1 + i * 365 / ATTACHED_LINES)
                    .append(',')
                    .append(1 + random.nextInt(60))
                    .append(',');
            text.append(10_000 + random.nextInt(90_000))
                    .append(',')
                    .append(4 + random.nextInt(28))
                    .append(',');
            text.append(1 + random.nextInt(48)).append('\n');
        }
        return text.toString();
    }

    private void line(String text) {
        box.append(text).append('\n');
    }
}
