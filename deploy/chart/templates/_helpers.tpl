{{- define "tc.name" -}}
{{- if contains .Chart.Name .Release.Name }}{{ .Release.Name | trunc 40 | trimSuffix "-" }}{{ else }}{{ printf "%s-%s" .Release.Name .Chart.Name | trunc 40 | trimSuffix "-" }}{{ end }}
{{- end }}

{{- define "tc.image" -}}
{{- $image := .Values.image -}}
{{- if $image.digest }}{{ $image.repository }}@{{ $image.digest }}{{ else }}{{ $image.repository }}:{{ $image.tag | default .Chart.AppVersion }}{{ end }}
{{- end }}

{{- define "tc.serviceAccount" -}}
{{ .Values.serviceAccount.name | default (include "tc.name" .) }}
{{- end }}

{{/* What selects the pods of a role. It never changes: selectors cannot. */}}
{{- define "tc.selector" -}}
app.kubernetes.io/name: {{ .root.Chart.Name }}
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .role }}
{{- end }}

{{- define "tc.labels" -}}
{{ include "tc.selector" . }}
app.kubernetes.io/version: {{ .root.Values.image.tag | default .root.Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .root.Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .root.Chart.Name .root.Chart.Version }}
{{- end }}

{{- define "tc.podSecurity" -}}
runAsNonRoot: true
runAsUser: 65532
runAsGroup: 65532
# Files of Secrets belong to root: pods read them through this group.
fsGroup: 65532
fsGroupChangePolicy: OnRootMismatch
seccompProfile: {type: RuntimeDefault}
{{- end }}

{{- define "tc.containerSecurity" -}}
readOnlyRootFilesystem: true
allowPrivilegeEscalation: false
capabilities: {drop: [ALL]}
{{- end }}

{{/* Settings that the migration needs as well. */}}
{{- define "tc.commonEnvironment" -}}
- {name: TC_DATABASE_TLS, value: {{ .Values.database.tls | quote }}}
{{- with .Values.database.caKey }}
- {name: TC_DATABASE_CA_FILE, value: {{ printf "/etc/tenant-control/secrets/%s" . | quote }}}
{{- end }}
{{- end }}

{{- define "tc.environment" -}}
{{ include "tc.commonEnvironment" . }}
- {name: TC_DATABASE_URL_FILE, value: /etc/tenant-control/secrets/database-url}
- {name: TC_SYSTEM_DATABASE_URL_FILE, value: /etc/tenant-control/secrets/system-database-url}
- {name: TC_DATABASE_CONNECTIONS, value: {{ .Values.database.connections | quote }}}
{{- if .Values.redis.enabled }}
- {name: TC_REDIS_URL_FILE, value: /etc/tenant-control/secrets/redis-url}
{{- end }}
{{- with .Values.temporal.url }}
- {name: TC_TEMPORAL_URL, value: {{ . | quote }}}
{{- end }}
- {name: TC_TEMPORAL_NAMESPACE, value: {{ .Values.temporal.namespace | quote }}}
{{- with .Values.temporal.apiKeyKey }}
- {name: TC_TEMPORAL_API_KEY_FILE, value: {{ printf "/etc/tenant-control/secrets/%s" . | quote }}}
{{- end }}
{{- if .Values.masterKeys.kmsKeyId }}
- {name: TC_KMS_KEY_ID, value: {{ .Values.masterKeys.kmsKeyId | quote }}}
{{- else }}
- {name: TC_MASTER_KEY_FILE, value: /etc/tenant-control/secrets/master-keys}
{{- end }}
- {name: TC_BASE_URL, value: {{ .Values.baseUrl | quote }}}
- {name: TC_INGEST_BASE_URL, value: {{ .Values.ingestBaseUrl | quote }}}
- {name: TC_SHUTDOWN_NOTICE_SECONDS, value: {{ .Values.shutdown.noticeSeconds | quote }}}
- {name: TC_SHUTDOWN_GRACE_SECONDS, value: {{ .Values.shutdown.graceSeconds | quote }}}
{{- with .Values.trustedProxies }}
- {name: TC_TRUSTED_PROXIES, value: {{ join "," . | quote }}}
{{- end }}
{{- range $name, $value := .Values.settings }}
- {name: {{ $name }}, value: {{ $value | quote }}}
{{- end }}
{{- end }}

{{/* The pod of the migration, from which the name of its Job is computed. */}}
{{- define "tc.migrationPod" -}}
restartPolicy: OnFailure
automountServiceAccountToken: false
serviceAccountName: {{ include "tc.serviceAccount" . }}
securityContext:
  {{- include "tc.podSecurity" . | nindent 2 }}
{{- with .Values.image.pullSecrets }}
imagePullSecrets:
  {{- range . }}
  - {name: {{ . }}}
  {{- end }}
{{- end }}
containers:
  - name: migrate
    image: {{ include "tc.image" . }}
    imagePullPolicy: {{ .Values.image.pullPolicy }}
    args: [migrate]
    env:
      {{- include "tc.commonEnvironment" . | nindent 6 }}
      - {name: TC_MIGRATION_DATABASE_URL_FILE, value: /etc/tenant-control/migration/migration-database-url}
    securityContext:
      {{- include "tc.containerSecurity" . | nindent 6 }}
    resources:
      {{- toYaml .Values.migration.resources | nindent 6 }}
    volumeMounts:
      - {name: migration, mountPath: /etc/tenant-control/migration, readOnly: true}
      {{- if .Values.database.caKey }}
      - {name: secrets, mountPath: /etc/tenant-control/secrets, readOnly: true}
      {{- end }}
volumes:
  - name: migration
    secret: {secretName: {{ .Values.migration.secretName }}, defaultMode: 0440}
  {{- with .Values.database.caKey }}
  - name: secrets
    secret: {secretName: {{ $.Values.secretName }}, defaultMode: 0440, items: [{key: {{ . }}, path: {{ . }}}]}
  {{- end }}
{{- end }}
