package io.deskmeter.screen.viewer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.deskmeter.screen.ScreenException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ViewerCommandTest {
    private static final ViewerTarget TARGET = ViewerTarget.tcp("host", 3389).as("ann", "s3cret");

    @Test
    void a_password_in_an_argument_is_refused_with_a_hint() {
        assertThatThrownBy(() -> Viewer.command(List.of("client", "--password=${password}")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("argument \"--password=${password}\" would show the password")
                .hasMessageContaining("hint: ${passwordFile}");
    }

    @Test
    void an_unknown_variable_is_named_in_every_part() {
        ViewerCommand good = ViewerCommand.of(List.of("client", "${host}"));
        assertThatThrownBy(() -> ViewerCommand.of(List.of("client", "${hots}")))
                .hasMessageContaining("argument \"${hots}\" has ${hots} (expected: of [application, ");
        assertThatThrownBy(() -> good.withEnvironment("A", "x${pasword}"))
                .hasMessageContaining("environment \"x${pasword}\" has ${pasword}");
        assertThatThrownBy(() -> good.withInput("${}")).hasMessageContaining("input \"${}\" has ${}");
        assertThatThrownBy(() -> ViewerCommand.of(List.of("client", "${file:ini}")))
                .hasMessageContaining("has ${file:ini}");
        assertThat(good.withFile("ini", "p=${password}").files()).containsEntry("ini", "p=${password}");
    }

    @Test
    void a_file_cannot_be_outside_the_private_folder() {
        assertThatThrownBy(() -> ViewerCommand.of(List.of("client")).withFile("../x", ""))
                .hasMessageContaining("file \"../x\" (expected: a name");
        assertThatThrownBy(() -> ViewerCommand.of(List.of())).hasMessageContaining("empty");
    }

    @Test
    void values_are_inserted_unchanged() throws ScreenException {
        ViewerVariables variables = new ViewerVariables(Map.of("host", "a$1\\b", "port", "1"));
        assertThat(variables.expand("/v:${host}:${port} $x")).isEqualTo("/v:a$1\\b:1 $x");
        assertThatThrownBy(() -> variables.expand("${user}@"))
                .isInstanceOf(ScreenException.class)
                .hasMessageContaining("needs ${user}, of which the target has none");
    }

    @Test
    void ready_made_viewers_keep_the_password_out_of_their_arguments() throws ScreenException {
        ViewerCommand vnc = Viewer.vnc().command(TARGET);
        assertThat(vnc.environment()).containsEntry("VNC_PASSWORD", "${password}");
        assertThat(vnc.command()).endsWith("${host}::${port}").noneMatch(a -> a.contains("s3cret"));
        assertThat(Viewer.vnc().command(ViewerTarget.unix(Path.of("/x"))).command())
                .endsWith("${socket}");
        ViewerCommand rdp = Viewer.freerdp().command(TARGET);
        assertThat(rdp.input()).isEqualTo("${password}\n");
        assertThat(rdp.command()).contains("/cert:ignore").noneMatch(a -> a.contains("s3cret"));
        assertThat(Viewer.freerdp("aa:bb").command(TARGET).command()).contains("/cert:deny,fingerprint:sha256:aa:bb");
        assertThatThrownBy(() -> Viewer.freerdp().command(ViewerTarget.tcp("h", 1)))
                .hasMessage("xfreerdp: h:1 (expected: a target with host, port, user and password)");
    }

    @Test
    void freerdp_names_the_layout_of_the_keyboard_as_windows_does() throws ScreenException {
        assertThat(Viewer.freerdp().command(TARGET).command()).contains("/kbd:0x00000409");
        assertThat(Viewer.freerdp().command(TARGET.typing("de").in("SALES")).command())
                .contains("/kbd:0x00000407");
        assertThatThrownBy(() -> Viewer.freerdp().command(TARGET.typing("xx")))
                .isInstanceOf(ScreenException.class)
                .hasMessageContaining("keyboard layout: xx (expected: one of [at, be,");
        assertThatThrownBy(() -> TARGET.typing("de -option"))
                .hasMessageContaining("layout: de -option (expected: a name as `de`)");
    }

    @Test
    void freerdp_plays_the_sound_only_where_somebody_hears_it() throws ScreenException {
        assertThat(Viewer.freerdp().command(TARGET).command()).noneMatch(a -> a.contains("sound"));
        assertThat(Viewer.freerdp().command(TARGET.heard(true).in("SALES")).command())
                .contains("/sound:sys:pulse");
    }

    @Test
    void freerdp_receives_the_domain_the_application_and_the_accepted_certificates() throws ScreenException {
        ViewerTarget published = TARGET.in("SALES").running("soffice --calc 'a b.ods'");
        ViewerCommand rdp = Viewer.freerdp("aa:bb").command(published);
        assertThat(rdp.command())
                .contains("/cert:deny,fingerprint:sha256:aa:bb", "-sec-rdp", "/d:${domain}", "/shell:${application}");
        assertThat(Viewer.freerdp().command(TARGET).command()).noneMatch(a -> a.matches("/(d|shell):.*"));
        assertThat(ViewerCommand.of(List.of("client", "--app=${application}")).uses("application"))
                .isTrue();
        assertThatThrownBy(() -> TARGET.running(" ")).hasMessage("application: blank (expected: a command, or none)");
    }

    @Test
    void a_target_never_shows_its_password() {
        assertThat(TARGET).hasToString("ann@host:3389");
        assertThatThrownBy(() -> ViewerTarget.tcp("h", 0)).hasMessageContaining("port: 0");
        assertThatThrownBy(() -> ViewerSettings.of(0, 10)).hasMessageContaining("size: 0x10");
    }
}
