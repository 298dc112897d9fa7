{{- define "kaiku.name" -}}{{ .Release.Name | trunc 40 | trimSuffix "-" }}{{- end }}
{{- define "kaiku.labels" -}}
app.kubernetes.io/name: kaiku
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}
{{/* The pod of a part: `root`, `part` (start, web, work), `values` with its resources. */}}
{{- define "kaiku.pod" -}}
{{- $root := .root -}}
metadata:
  labels:
    {{- include "kaiku.labels" $root | nindent 4 }}
    app.kubernetes.io/component: {{ .part }}
spec:
  serviceAccountName: {{ include "kaiku.name" $root }}
  automountServiceAccountToken: false
  enableServiceLinks: false
  terminationGracePeriodSeconds: 30
  {{- with $root.Values.imagePullSecrets }}
  imagePullSecrets: {{- toYaml . | nindent 4 }}
  {{- end }}
  securityContext:
    runAsNonRoot: true
    runAsUser: 10001
    runAsGroup: 10001
    fsGroup: 10001
    fsGroupChangePolicy: OnRootMismatch
    seccompProfile:
      type: RuntimeDefault
  containers:
    - name: kaiku
      image: "{{ $root.Values.image.repository }}:{{ $root.Values.image.tag | default $root.Chart.AppVersion }}"
      imagePullPolicy: {{ $root.Values.image.pullPolicy }}
      args:
        - {{ .part }}
        {{- if eq .part "start" }}
        - --no-sample
        {{- end }}
      env:
        - name: PUBLIC_URL
          value: {{ required "publicUrl: the address that people use" $root.Values.publicUrl | quote }}
        {{- with $root.Values.trustProxy }}
        - name: TRUST_PROXY
          value: {{ . | quote }}
        {{- end }}
        {{- range $name, $value := $root.Values.environment }}
        - name: {{ $name }}
          value: {{ $value | quote }}
        {{- end }}
      {{- with $root.Values.existingSecret }}
      envFrom:
        - secretRef:
            name: {{ . }}
      {{- end }}
      securityContext:
        allowPrivilegeEscalation: false
        readOnlyRootFilesystem: true
        capabilities:
          drop: [ALL]
      resources: {{- toYaml .values.resources | nindent 8 }}
      {{- if ne .part "work" }}
      ports:
        - name: http
          containerPort: 8080
      # The first start makes the stores and their tables.
      startupProbe:
        httpGet: { path: /api/health, port: http }
        periodSeconds: 5
        timeoutSeconds: 5
        failureThreshold: 60
      # Without PostgreSQL nothing can be answered: nobody is sent here meanwhile.
      readinessProbe:
        httpGet: { path: /api/health, port: http }
        periodSeconds: 5
        timeoutSeconds: 5
        failureThreshold: 2
      # A store that is away is no reason to start the web server again: whether it listens, no more.
      livenessProbe:
        tcpSocket: { port: http }
        periodSeconds: 10
        timeoutSeconds: 5
        failureThreshold: 6
      {{- end }}
      volumeMounts:
        - name: data
          mountPath: /data
        - name: temporary
          mountPath: /tmp
  volumes:
    - name: data
      persistentVolumeClaim:
        claimName: {{ $root.Values.persistence.existingClaim | default (include "kaiku.name" $root) }}
    - name: temporary
      emptyDir:
        sizeLimit: {{ $root.Values.temporarySize }}
  {{- with $root.Values.nodeSelector }}
  nodeSelector: {{- toYaml . | nindent 4 }}
  {{- end }}
  {{- with $root.Values.tolerations }}
  tolerations: {{- toYaml . | nindent 4 }}
  {{- end }}
  {{- if $root.Values.affinity }}
  affinity: {{- toYaml $root.Values.affinity | nindent 4 }}
  {{- else if ne .part "start" }}
  topologySpreadConstraints:
    - maxSkew: 1
      topologyKey: kubernetes.io/hostname
      whenUnsatisfiable: ScheduleAnyway
      labelSelector:
        matchLabels:
          {{- include "kaiku.labels" $root | nindent 10 }}
          app.kubernetes.io/component: {{ .part }}
  {{- end }}
{{- end }}
