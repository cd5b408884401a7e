package io.deskmeter.controller.openid;

import io.deskmeter.controller.openid.OpenIdException.Reason;
import io.deskmeter.link.tls.LinkTls;
import io.deskmeter.text.PeerText;
import java.net.URI;
import java.net.http.HttpClient;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.core.ParameterizedTypeReference;
import org.springframework.http.client.ClientHttpRequestFactory;
import org.springframework.http.client.InterceptingClientHttpRequestFactory;
import org.springframework.http.client.JdkClientHttpRequestFactory;
import org.springframework.http.converter.FormHttpMessageConverter;
import org.springframework.security.oauth2.client.endpoint.RestClientAuthorizationCodeTokenResponseClient;
import org.springframework.security.oauth2.client.http.OAuth2ErrorResponseErrorHandler;
import org.springframework.security.oauth2.client.oidc.authentication.OidcAuthorizationCodeAuthenticationProvider;
import org.springframework.security.oauth2.client.oidc.authentication.OidcIdTokenDecoderFactory;
import org.springframework.security.oauth2.client.oidc.authentication.OidcIdTokenValidator;
import org.springframework.security.oauth2.client.oidc.userinfo.OidcUserService;
import org.springframework.security.oauth2.client.registration.ClientRegistration;
import org.springframework.security.oauth2.client.registration.ClientRegistrations;
import org.springframework.security.oauth2.client.userinfo.DefaultOAuth2UserService;
import org.springframework.security.oauth2.core.ClientAuthenticationMethod;
import org.springframework.security.oauth2.core.DelegatingOAuth2TokenValidator;
import org.springframework.security.oauth2.core.http.converter.OAuth2AccessTokenResponseHttpMessageConverter;
import org.springframework.security.oauth2.jose.jws.SignatureAlgorithm;
import org.springframework.security.oauth2.jwt.JwtDecoder;
import org.springframework.security.oauth2.jwt.JwtTimestampValidator;
import org.springframework.security.oauth2.jwt.JwtTypeValidator;
import org.springframework.security.oauth2.jwt.NimbusJwtDecoder;
import org.springframework.web.client.RestClient;
import org.springframework.web.client.RestTemplate;

/**
 * The provider: asked for its addresses when the first person logs in, so that a controller starts without it. Each
 * request to it has a time limit, and each answer a longest one. Thread-safe.
 */
final class OpenIdProvider {
    private static final Logger LOG = LoggerFactory.getLogger(OpenIdProvider.class);
    static final String ID = "openid";
    static final String RETURN = "/login/openid/return";
    private static final String DISCOVERY = "/.well-known/openid-configuration";
    private static final Duration PATIENCE = Duration.ofSeconds(5);
    private static final long AGAIN_AFTER_NANOS = Duration.ofSeconds(5).toNanos();
    /** Addresses change when somebody moves a provider. */
    private static final long VALID_NANOS = Duration.ofHours(1).toNanos();

    private final OpenIdSettings settings;
    private final LongSupplier nanoTime;
    private final ClientHttpRequestFactory requests;
    private final ReentrantLock asking = new ReentrantLock();
    private volatile @Nullable Known known;
    private volatile @Nullable Failed failed;

    OpenIdProvider(OpenIdSettings settings, LongSupplier nanoTime) {
        this.settings = settings;
        this.nanoTime = nanoTime;
        this.requests = requests(settings);
    }

    /**
     * A provider that has answered.
     *
     * @param checks that somebody is who the provider says
     */
    record Known(ClientRegistration client, OidcAuthorizationCodeAuthenticationProvider checks, long at) {}

    private record Failed(String why, long at) {}

    /** No redirection is followed: what a provider is, is said by its addresses. */
    private static ClientHttpRequestFactory requests(OpenIdSettings settings) {
        HttpClient.Builder client = HttpClient.newBuilder()
                .connectTimeout(PATIENCE)
                .followRedirects(HttpClient.Redirect.NEVER)
                .version(HttpClient.Version.HTTP_1_1);
        if (!settings.authorities().isEmpty()) {
            client.sslContext(LinkTls.webClient(settings.authorities()));
        }
        JdkClientHttpRequestFactory factory = new JdkClientHttpRequestFactory(client.build());
        factory.setReadTimeout(PATIENCE);
        return new InterceptingClientHttpRequestFactory(factory, List.of(new ResponseSizeLimit()));
    }

    /**
     * The provider as it is known, asked if it is not known yet. One thread asks; others do not wait with it.
     *
     * @throws OpenIdException if it does not answer
     */
    Known known() throws OpenIdException {
        Known before = known;
        if (before != null && nanoTime.getAsLong() - before.at < VALID_NANOS) {
            return before;
        }
        Failed last = failed;
        if (before == null && last != null && nanoTime.getAsLong() - last.at < AGAIN_AFTER_NANOS) {
            throw unavailable(last.why);
        }
        if (!asking.tryLock()) {
            if (before != null) {
                return before;
            }
            throw unavailable("is being asked for its addresses");
        }
        try {
            Known now = ask();
            known = now;
            failed = null;
            return now;
        } catch (RuntimeException e) {
            // Its description may be anything, and the parser throws whatever it likes.
            String why = PeerText.line(String.valueOf(e.getMessage()));
            LOG.warn(
                    "OpenID Connect: {}: {} (expected: a provider that answers; people of this controller can log in with their passwords)",
                    settings.issuer(),
                    why);
            failed = new Failed("cannot be used now: " + why, nanoTime.getAsLong());
            if (before != null) {
                return before;
            }
            throw unavailable("cannot be used now: " + why);
        } finally {
            asking.unlock();
        }
    }

    OpenIdException unavailable(String why) {
        return new OpenIdException(
                Reason.UNAVAILABLE,
                "provider unavailable",
                settings.name() + " (" + settings.issuer() + ") " + why
                        + " (expected: a provider of OpenID Connect that answers; hint: try again soon; people of this controller itself can log"
                        + " in with their passwords)");
    }

    private Known ask() {
        String issuer = settings.issuer();
        String discovery = issuer.replaceAll("/+$", "") + DISCOVERY;
        Map<String, Object> said = RestClient.builder()
                .requestFactory(requests)
                .build()
                .get()
                .uri(URI.create(discovery))
                .retrieve()
                .body(new ParameterizedTypeReference<Map<String, Object>>() {});
        if (said == null || !issuer.equals(said.get("issuer"))) {
            throw new IllegalArgumentException(discovery + " is that of "
                    + (said == null ? "nobody" : PeerText.line(String.valueOf(said.get("issuer")))) + " (expected: "
                    + issuer + ", to the letter; hint: --oidc-issuer)");
        }
        List<String> scopes = new ArrayList<>(List.of("openid"));
        settings.scopes().stream().filter(scope -> !scopes.contains(scope)).forEach(scopes::add);
        ClientRegistration.Builder builder = ClientRegistrations.fromOidcConfiguration(said)
                .registrationId(ID)
                .clientName(settings.name())
                .clientId(settings.clientId())
                .scope(scopes)
                .redirectUri("{baseUrl}" + RETURN)
                .clientSettings(ClientRegistration.ClientSettings.builder()
                        .requireProofKey(true)
                        .build());
        if (settings.clientSecret() == null) {
            builder.clientAuthenticationMethod(ClientAuthenticationMethod.NONE);
        } else {
            builder.clientSecret(settings.clientSecret());
        }
        ClientRegistration client = builder.build();
        ClientRegistration.ProviderDetails details = client.getProviderDetails();
        OpenIdSettings.requireSafe("authorization_endpoint", String.valueOf(details.getAuthorizationUri()));
        OpenIdSettings.requireSafe("token_endpoint", details.getTokenUri());
        OpenIdSettings.requireSafe("jwks_uri", String.valueOf(details.getJwkSetUri()));
        String userInfo = details.getUserInfoEndpoint().getUri();
        if (userInfo != null) {
            OpenIdSettings.requireSafe("userinfo_endpoint", userInfo);
        }
        return new Known(client, checks(client), nanoTime.getAsLong());
    }

    private OidcAuthorizationCodeAuthenticationProvider checks(ClientRegistration client) {
        RestClientAuthorizationCodeTokenResponseClient tokens = new RestClientAuthorizationCodeTokenResponseClient();
        tokens.setRestClient(RestClient.builder()
                .requestFactory(requests)
                .configureMessageConverters(converters -> converters
                        .addCustomConverter(new FormHttpMessageConverter())
                        .addCustomConverter(new OAuth2AccessTokenResponseHttpMessageConverter()))
                .defaultStatusHandler(new OAuth2ErrorResponseErrorHandler())
                .build());
        DefaultOAuth2UserService userInfo = new DefaultOAuth2UserService();
        RestTemplate template = new RestTemplate(requests);
        template.setErrorHandler(new OAuth2ErrorResponseErrorHandler());
        userInfo.setRestOperations(template);
        OidcUserService people = new OidcUserService();
        people.setOauth2UserService(userInfo);
        // Asked only for what the ID token does not have.
        people.setRetrieveUserInfo(request -> request.getClientRegistration()
                                .getProviderDetails()
                                .getUserInfoEndpoint()
                                .getUri()
                        != null
                && !RoleClaim.isIn(request.getIdToken().getClaims(), settings.roleClaim()));
        OidcAuthorizationCodeAuthenticationProvider checks =
                new OidcAuthorizationCodeAuthenticationProvider(tokens, people);
        JwtDecoder decoder = decoder(client);
        checks.setJwtDecoderFactory(registration -> decoder);
        return checks;
    }

    /** As that of Spring Security, with a time limit, and all algorithms by which only the provider can sign. */
    private JwtDecoder decoder(ClientRegistration client) {
        NimbusJwtDecoder decoder = NimbusJwtDecoder.withJwkSetUri(
                        Objects.requireNonNull(client.getProviderDetails().getJwkSetUri()))
                .restOperations(new RestTemplate(requests))
                .jwsAlgorithms(algorithms -> algorithms.addAll(List.of(SignatureAlgorithm.values())))
                .build();
        // An access token, which other programs have too, is none that says who somebody is.
        JwtTypeValidator type = JwtTypeValidator.jwt();
        type.setAllowEmpty(true);
        decoder.setJwtValidator(new DelegatingOAuth2TokenValidator<>(
                type, new JwtTimestampValidator(), new OidcIdTokenValidator(client)));
        decoder.setClaimSetConverter(OidcIdTokenDecoderFactory.createDefaultClaimTypeConverter());
        return decoder;
    }
}
