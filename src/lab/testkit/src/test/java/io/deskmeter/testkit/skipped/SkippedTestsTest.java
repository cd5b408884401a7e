package io.deskmeter.testkit.skipped;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SkippedTestsTest {
    private static final Instant BEGAN = Instant.parse("2026-11-22T09:00:00Z");

    @TempDir
    Path home;

    private final ByteArrayOutputStream printed = new ByteArrayOutputStream();

    @BeforeEach
    void began() throws IOException {
        write("began", "", BEGAN);
        write("allowed", "# why\n\ncom.example.ATest.* | no such machine\n", BEGAN);
        write("src/a/target/surefire-reports/TEST-com.example.ATest.xml", """
                <testsuite><testcase name="works" classname="com.example.ATest"/>
                <testcase name="skips" classname="com.example.ATest"><skipped message="no qemu"/></testcase></testsuite>""", BEGAN.plusSeconds(9));
        write("src/a/target/surefire-reports/TEST-com.example.Removed.xml", """
                <testsuite><testcase name="old" classname="com.example.Removed"><skipped/></testcase></testsuite>""", BEGAN.minusSeconds(9));
    }

    private void write(String path, String text, Instant at) throws IOException {
        Path file = home.resolve(path);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
        Files.setLastModifiedTime(file, FileTime.from(at));
    }

    private int run(String... more) throws IOException {
        String[] args = new String[3 + more.length];
        args[0] = home.toString();
        args[1] = home.resolve("began").toString();
        args[2] = home.resolve("allowed").toString();
        System.arraycopy(more, 0, args, 3, more.length);
        return SkippedTestsMain.run(args, new PrintStream(printed, true, StandardCharsets.UTF_8));
    }

    private String printed() {
        return printed.toString(StandardCharsets.UTF_8);
    }

    @Test
    void skippedTestsOfThisRunAreCountedAndNamed() throws Exception {
        assertThat(run("strict")).isZero();
        assertThat(printed())
                .contains("Tests: 2, skipped: 1", "skipped com.example.ATest.skips: no qemu (allowed: ")
                .doesNotContain("Removed");
    }

    @Test
    void aSkipThatIsNotAllowedFailsTheStrictLaneOnly() throws Exception {
        write("controller/target/failsafe-reports/TEST-com.example.BIT.xml", """
                <testsuite><testcase name="" classname="com.example.BIT"><skipped message="no root"/></testcase></testsuite>""", BEGAN);
        assertThat(run()).isZero();
        assertThat(run("strict")).isEqualTo(1);
        assertThat(printed()).contains("  skipped com.example.BIT: no root\n", "skipped tests: 1 (expected: if root");
    }

    @Test
    void theTestsOfTheWebPagesCountEvenIfTheyWereNotRunAgain() throws Exception {
        write("ui/target/vitest-reports/TEST-vitest.xml", """
                <testsuites><testsuite><testcase classname="src/a.test.ts" name="a &gt; b"><skipped/></testcase></testsuite></testsuites>""", BEGAN.minusSeconds(3600));
        write("ui/node_modules/x/target/surefire/TEST-no.xml", "no report", BEGAN);
        assertThat(run("strict")).isEqualTo(1);
        assertThat(printed()).contains("Tests: 3, skipped: 2", "skipped src/a.test.ts.a > b\n");
    }

    @Test
    void anAllowedSkipHasAReason() {
        assertThatThrownBy(() -> AllowedSkips.parse(List.of("", "com.example.ATest.skips")))
                .hasMessageContaining("line 2: com.example.ATest.skips (expected: NAME | REASON");
        assertThat(AllowedSkips.parse(List.of("a.B.c | why", "a.C.* | why"))
                        .idle(List.of(new SkippedTest("a.B.c", ""))))
                .containsExactly("a.C.*");
    }
}
