package io.deskmeter.workload.yaml.targets;

import io.deskmeter.workload.run.RunProfile;
import io.deskmeter.workload.targets.Hosts;
import io.deskmeter.workload.targets.Target;
import io.deskmeter.workload.yaml.document.Keywords;
import io.deskmeter.workload.yaml.workload.HandlerReader;
import java.util.LinkedHashMap;
import java.util.Map;

/** Writes the canonical form of a target. */
public final class TargetWriter {
    private TargetWriter() {}

    public static Map<String, Object> write(RunProfile profile) {
        Map<String, Object> map = new LinkedHashMap<>(write(profile.target()));
        profile.calibration().ifPresent(present -> map.put(TargetReader.CALIBRATION, CalibrationReader.write(present)));
        if (!profile.handlers().handlers().isEmpty()) {
            map.put(HandlerReader.HANDLERS, HandlerReader.write(profile.handlers()));
        }
        return map;
    }

    private static Map<String, Object> write(Target target) {
        Map<String, Object> map = new LinkedHashMap<>();
        if (target instanceof Target.LocalDesktops local) {
            size(map, target);
            map.put("through", Keywords.word(local.through()));
            local.jpegQuality().ifPresent(quality -> map.put("jpegQuality", quality));
            return Map.of("local", map);
        }
        if (target instanceof Target.VncDesktops vnc) {
            hosts(map, vnc.hosts());
            common(map, target);
            vnc.jpegQuality().ifPresent(quality -> map.put("jpegQuality", quality));
            vnc.soundPort().ifPresent(port -> map.put("soundPort", port));
            map.put(TargetReader.CERTIFICATE, vnc.security().certificate());
            if (!vnc.security().types().isEmpty()) {
                map.put(TargetReader.SECURITY, vnc.security().types());
            }
            return Map.of("vnc", map);
        }
        if (target instanceof Target.RdpHosts rdp) {
            hosts(map, rdp.hosts());
            map.put("usersPerHost", rdp.usersPerHost());
            common(map, target);
            rdp.application().ifPresent(command -> map.put("application", command));
            map.put(TargetReader.CERTIFICATE, rdp.certificate());
            return Map.of("rdp", map);
        }
        Target.ViewerHosts viewer = (Target.ViewerHosts) target;
        map.put("command", viewer.command());
        hosts(map, viewer.hosts());
        map.put("usersPerHost", viewer.usersPerHost());
        common(map, target);
        return Map.of("viewer", map);
    }

    private static void hosts(Map<String, Object> map, Hosts hosts) {
        map.put("hosts", hosts.written());
    }

    private static void common(Map<String, Object> map, Target target) {
        target.accounts().ifPresent(name -> map.put("accounts", name));
        size(map, target);
        KeyboardReader.write(map, target.keyboard());
        target.agentless().ifPresent(agentless -> map.putAll(AgentlessWriter.write(agentless)));
    }

    private static void size(Map<String, Object> map, Target target) {
        map.put("desktop", target.width() + "x" + target.height());
    }
}
