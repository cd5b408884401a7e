package io.deskmeter.vision;

import static org.assertj.core.api.Assertions.assertThat;

import io.deskmeter.screen.Rect;
import io.deskmeter.vision.pixel.Grey;
import io.deskmeter.vision.template.Template;
import java.awt.Color;
import java.awt.Font;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.image.BufferedImage;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * A row, or a cell of it, is marked by a ground that differs as little as those of usual themes do: it is not the one
 * that is not marked.
 */
@Tag("slow")
class PaleGroundTest {
    private static final int X = 203;
    private static final int Y = 101;
    private static final int WIDTH = 260;
    private static final int ROW = 24;
    private static final List<String> ROWS =
            List.of("notes.txt    3 kB    Sunday", "report.odt    12 kB    Monday", "slides.odp    88 kB    Friday");

    private final TemplateMatcher matcher = new TemplateMatcher();

    @AfterEach
    void close() {
        matcher.close();
    }

    private static BufferedImage table(int ground, int marked, Rect mark) {
        BufferedImage table = Drawing.blank(WIDTH, ROWS.size() * ROW + 2, ground);
        Drawing.fill(table, mark, marked);
        Graphics2D g = table.createGraphics();
        g.setRenderingHint(RenderingHints.KEY_TEXT_ANTIALIASING, RenderingHints.VALUE_TEXT_ANTIALIAS_ON);
        g.setColor(new Color(Grey.of(ground) < 128 ? 0xd4d4d4 : 0x202020));
        g.setFont(new Font(Font.SANS_SERIF, Font.PLAIN, 13));
        for (int row = 0; row < ROWS.size(); row++) {
            g.drawString(ROWS.get(row), 8, 18 + row * ROW);
        }
        g.dispose();
        return table;
    }

    private static BufferedImage screen(BufferedImage table) {
        BufferedImage screen = Drawing.document(640, 400, false, 1);
        Drawing.paint(screen, table, X, Y);
        return screen;
    }

    @ParameterizedTest
    @CsvSource({
        "0xffffff, 0xfefce8",
        "0xffffff, 0xfffbeb",
        "0xffffff, 0xf0fdf4",
        "0xffffff, 0xffffcc",
        "0xffffff, 0xf8f9fa",
        "0xf9f9f9, 0xf3f3f3",
        "0xfef2f2, 0xfffbeb",
        "0x1e1e1e, 0x252526"
    })
    void isNotTakenForTheGroundThatIsNotMarked(String ground, String marked) throws Exception {
        BufferedImage plain = table(Integer.decode(ground), 0, new Rect(0, 0, 0, 0));
        for (Rect mark : List.of(
                new Rect(0, 0, WIDTH, ROWS.size() * ROW + 2),
                new Rect(0, ROW, WIDTH, ROW),
                new Rect(180, ROW, 70, ROW))) {
            BufferedImage other = table(Integer.decode(ground), Integer.decode(marked), mark);
            for (List<BufferedImage> pair : List.of(List.of(plain, other), List.of(other, plain))) {
                Template landmark = Template.of("landmark", pair.get(0));
                matcher.see(Drawing.whole(screen(pair.get(1))));
                assertThat(matcher.find(landmark).found()).as("%s", mark).isFalse();
                assertThat(matcher.find(landmark.orDoubtful()).found())
                        .as("%s stays open", mark)
                        .isFalse();
                matcher.see(Drawing.whole(screen(pair.get(0))));
                assertThat(matcher.find(landmark).found()).as("%s itself", mark).isTrue();
                for (int quality : new int[] {95, 85, 75}) {
                    matcher.see(Drawing.whole(Drawing.jpeg(screen(pair.get(0)), quality)));
                    assertThat(matcher.find(landmark).found())
                            .as("%s itself at quality %d", mark, quality)
                            .isTrue();
                }
                matcher.forget(landmark);
                matcher.forget(landmark.orDoubtful());
            }
        }
    }
}
