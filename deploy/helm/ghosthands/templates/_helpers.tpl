{{- define "ghosthands.labels" -}}
app.kubernetes.io/name: ghosthands
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .component }}
{{- end }}

{{- define "ghosthands.nats" -}}
{{- if and .Values.nats.cluster.enabled (not .Values.nats.enabled) }}{{ fail "nats.cluster.enabled: these servers are this chart's, and nats.enabled is false" }}{{ end }}
{{- if .Values.nats.enabled }}nats://{{ .Release.Name }}-nats:4222{{ else }}{{ required "nats.url names the servers where nats.enabled is false" .Values.nats.url }}{{ end }}
{{- end }}

{{/* How each NATS server is run, by this chart and by NATS' own: `config` is its configuration. */}}
{{- define "ghosthands.natsContainer" -}}
# In the container's own command, as an init container is not run again where only the container is started again: what
# a killed server left half made costs it a whole stream, unless it goes before the next start.
args:
  - sh
  - -c
  - >-
    set -a && . /run/secrets/nats.env && python -m ghosthands.messaging.server.before_start /var/lib/nats
    && exec nats-server -c {{ .config }}
securityContext: {{- include "ghosthands.security" . | nindent 2 }}
resources: {{- toYaml .root.Values.resources | nindent 2 }}
{{- $ask := list "python" "/app/deploy/docker/healthy.py" }}
{{- $whole := "http://127.0.0.1:8222/healthz" }}
{{- $enabled := "http://127.0.0.1:8222/healthz?js-enabled-only=true" }}
{{- $leader := "http://127.0.0.1:8222/healthz?js-server-only=true" }}
{{- $cluster := .root.Values.cluster.enabled }}
# Until all its streams are there, and up to date. It is not ended for taking long: that would only make it begin again.
startupProbe:
  exec: {command: {{ append $ask $whole | toJson }}}
  periodSeconds: 5
  timeoutSeconds: 5
  failureThreshold: 720
# One of a cluster is ready while it knows who leads that; streams that lag behind catch up meanwhile.
readinessProbe:
  exec: {command: {{ (ternary (concat $ask (list $enabled $leader)) (append $ask $whole) $cluster) | toJson }}}
  periodSeconds: 10
  timeoutSeconds: 10
  failureThreshold: 2
# Who met a full disk stores nothing more until it is started again: a single server says so of a stream, one of a cluster
# leaves off JetStream. It is ended once there is room for its next start, and not before. On a loaded node it takes long
# to learn that there is none, and an answer that comes too late counts as a no.
livenessProbe:
  exec: {command: {{ concat $ask (list "--unless-full" "/var/lib/nats" (ternary $enabled $whole $cluster)) | toJson }}}
  periodSeconds: 30
  timeoutSeconds: 20
  failureThreshold: 3
{{- end }}

{{- define "ghosthands.natsSecrets" -}}
name: secrets
secret: {secretName: {{ .Values.global.secret }}, defaultMode: 0440, items: [{key: nats.env, path: nats.env}]}
{{- end }}

{{/* Where the servers of a cluster find each other, in NATS' words. */}}
{{- define "ghosthands.natsRoutes" -}}
{{- $routes := list }}
{{- range until (int .Values.replicas) }}
{{- $routes = append $routes (printf "nats://routes:$(GHOSTHANDS_NATS_PASSWORD_ROUTES)@%s-nats-%d.%s-nats-headless:6222" $.Release.Name . $.Release.Name) }}
{{- end }}
{{- $routes | toJson | squote }}
{{- end }}

{{- define "ghosthands.image" -}}
{{ .image }}:{{ .root.Values.global.image.tag }}
{{- end }}

{{/* What holds for every pod. */}}
{{- define "ghosthands.pod" -}}
automountServiceAccountToken: false
enableServiceLinks: false
securityContext:
  runAsNonRoot: true
  runAsUser: {{ .Values.global.user }}
  runAsGroup: {{ .Values.global.user }}
  fsGroup: {{ .Values.global.user }}
  seccompProfile: {type: RuntimeDefault}
{{- with .Values.global.image.pullSecretNames }}
imagePullSecrets:
  {{- range . }}
  - name: {{ . }}
  {{- end }}
{{- end }}
{{- end }}

{{- define "ghosthands.security" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities: {drop: [ALL]}
{{- end }}

{{- define "ghosthands.probes" -}}
startupProbe:
  httpGet: {path: /healthz, port: metrics}
  periodSeconds: 2
  failureThreshold: 60
livenessProbe:
  httpGet: {path: /healthz, port: metrics}
  periodSeconds: 10
  timeoutSeconds: 4
  failureThreshold: 3
readinessProbe:
  httpGet: {path: /readyz, port: metrics}
  periodSeconds: 5
  timeoutSeconds: 4
{{- end }}

{{- define "ghosthands.env" -}}
- {name: GHOSTHANDS_NATS_URL, value: {{ include "ghosthands.nats" .root | quote }}}
- {name: GHOSTHANDS_SECRETS_DIR, value: /run/secrets}
- {name: GHOSTHANDS_NATS_USER, value: {{ .name }}}
- {name: GHOSTHANDS_ALLOWED_PRIVATE_HOSTS, value: {{ .root.Values.allowedPrivateHosts | quote }}}
{{- if .about.vault }}
- {name: GHOSTHANDS_MASTER_KEY_FILE, value: /run/master/master.key}
{{- end }}
{{- if .about.models }}
- {name: GHOSTHANDS_MODEL_KEYS_DIR, value: /etc/ghosthands/models}
- {name: GHOSTHANDS_MODELS_FILE, value: /app/deploy/models.toml}
{{- end }}
{{- range .about.keeps }}
- {name: GHOSTHANDS_KEEP_{{ snakecase . | upper }}_DAYS, value: {{ index $.root.Values.keep . | toString | quote }}}
{{- end }}
{{- include "ghosthands.archiveEnv" .root }}
{{- end }}

{{/* Where the archive is, if there is one, for who reads it and who writes it. */}}
{{- define "ghosthands.archiveEnv" }}
{{- with .Values.archive }}
{{- if and .claim .bucket }}{{ fail "archive.claim and archive.bucket: the archive lies in one of them" }}{{ end }}
{{- if .bucket }}
{{- if not (regexMatch "^s3://[^/]" .bucket) }}{{ fail "archive.bucket should be s3://BUCKET/PREFIX" }}{{ end }}
- {name: GHOSTHANDS_ARCHIVE, value: {{ .bucket | quote }}}
- {name: AWS_ENDPOINT_URL, value: {{ .endpoint | quote }}}
- {name: AWS_REGION, value: {{ .region | quote }}}
{{- else if .claim }}
- {name: GHOSTHANDS_ARCHIVE, value: /var/lib/ghosthands/archive}
{{- end }}
{{- if or .claim .bucket }}
- {name: GHOSTHANDS_ARCHIVE_KEY_FILE, value: /run/secrets/archive.key}
{{- end }}
{{- end }}
{{- end }}

{{/* The archive's key, and where it is a bucket's who asks there: `who` is reader or writer. */}}
{{- define "ghosthands.archiveSecrets" }}
{{- if or .root.Values.archive.claim .root.Values.archive.bucket }}
- {key: archive.key, path: archive.key}
{{- end }}
{{- if .root.Values.archive.bucket }}
- {key: archive_{{ .who }}_id, path: AWS_ACCESS_KEY_ID}
- {key: archive_{{ .who }}_secret, path: AWS_SECRET_ACCESS_KEY}
{{- end }}
{{- end }}

{{/* The master key's owner alone may read it, and a secret's file belongs to root: it is put into memory. */}}
{{- define "ghosthands.takeMasterKey" -}}
- name: master-key
  image: {{ include "ghosthands.image" (dict "root" .root "image" .root.Values.global.image.services) }}
  command: ["install", "-m", "400", "/run/given/master.key", "/run/master/master.key"]
  securityContext: {{- include "ghosthands.security" . | nindent 4 }}
  resources: {limits: {memory: 32Mi}}
  volumeMounts:
    - {name: given-key, mountPath: /run/given, readOnly: true}
    - {name: master, mountPath: /run/master}
{{- end }}

{{- define "ghosthands.masterVolumes" -}}
- name: given-key
  secret:
    secretName: {{ .Values.global.secret }}
    defaultMode: 0440
    items: [{key: master.key, path: master.key}]
- {name: master, emptyDir: {medium: Memory, sizeLimit: 1Mi}}
{{- end }}

{{- define "ghosthands.mounts" -}}
- {name: secrets, mountPath: /run/secrets, readOnly: true}
- {name: tmp, mountPath: /tmp}
{{- if .about.vault }}
- {name: master, mountPath: /run/master, readOnly: true}
{{- end }}
{{- if and .about.models .root.Values.modelsSecret }}
- {name: models, mountPath: /etc/ghosthands/models, readOnly: true}
{{- end }}
{{- if .root.Values.archive.claim }}
- {name: archive, mountPath: /var/lib/ghosthands/archive, readOnly: true}
{{- end }}
{{- end }}

{{- define "ghosthands.volumes" -}}
- name: secrets
  secret:
    secretName: {{ .root.Values.global.secret }}
    defaultMode: 0440
    items:
      - {key: nats_{{ .name }}, path: GHOSTHANDS_NATS_PASSWORD}
      - {key: metrics_token, path: GHOSTHANDS_METRICS_TOKEN}
      {{- with .about.database }}
      - {key: {{ index $.root.Values.database . }}, path: GHOSTHANDS_DATABASE_URL}
      {{- end }}
      {{- if .about.door }}
      - {key: service_secret, path: GH_SERVICE_SECRET}
      {{- end }}
      {{- if .about.drains }}
      - {key: nats_logins.json, path: nats_logins.json}
      {{- end }}
      {{- include "ghosthands.archiveSecrets" (dict "root" .root "who" "reader") | indent 6 }}
- {name: tmp, emptyDir: {medium: Memory, sizeLimit: 256Mi}}
{{- if .about.vault }}
{{ include "ghosthands.masterVolumes" .root }}
{{- end }}
{{- if and .about.models .root.Values.modelsSecret }}
- {name: models, secret: {secretName: {{ .root.Values.modelsSecret }}, defaultMode: 0440}}
{{- end }}
{{- with .root.Values.archive.claim }}
- {name: archive, persistentVolumeClaim: {claimName: {{ . }}}}
{{- end }}
{{- end }}

{{/* What works with migration's login: what brings the streams up to date, archives and backs up, and the provisioner. */}}
{{- define "ghosthands.migrationEnv" -}}
- {name: GHOSTHANDS_NATS_URL, value: {{ include "ghosthands.nats" . | quote }}}
- {name: GHOSTHANDS_SECRETS_DIR, value: /run/secrets}
{{- end }}

{{- define "ghosthands.migrationMounts" -}}
- {name: secrets, mountPath: /run/secrets, readOnly: true}
- {name: tmp, mountPath: /tmp}
{{- end }}

{{- define "ghosthands.migrationVolumes" -}}
- {name: tmp, emptyDir: {medium: Memory, sizeLimit: 64Mi}}
- name: secrets
  secret:
    secretName: {{ .Values.global.secret }}
    defaultMode: 0440
    items:
      - {key: nats_migration, path: GHOSTHANDS_NATS_PASSWORD}
{{- end }}
