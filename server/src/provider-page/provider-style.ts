/** The look of the provider's pages: the same colours and shapes as the browser client's, without its code. */
export const providerStyle = `:root{color-scheme:light dark;
--page:light-dark(#f6f7f9,#0e1016);--surface:light-dark(#fff,#161923);--border:light-dark(#e3e6eb,#272c38);
--border-strong:light-dark(#868e9c,#6c7586);--text:light-dark(#14171f,#e8ebf2);--muted:light-dark(#566070,#a3acbd);
--primary:light-dark(#0000c8,#8d95ff);--primary-strong:light-dark(#00009b,#a9afff);--on-primary:light-dark(#fff,#10122b);
--error:light-dark(#be0000,#ff7b72);--error-tint:light-dark(#fdecec,#351a1c);
--lift:0 12px 40px light-dark(rgb(20 23 31/.1),rgb(0 0 0/.5));
font:15px/1.5 "Inter Variable",Inter,system-ui,sans-serif;-webkit-font-smoothing:antialiased}
*,::before,::after{box-sizing:border-box}
body{margin:0;min-height:100dvh;display:grid;place-items:center;padding:24px 16px;background:var(--page);color:var(--text);
overflow-wrap:break-word;position:relative;overflow-x:hidden;isolation:isolate}
.echo{position:fixed;z-index:-1;inset:0;width:100%;height:100%;color:var(--primary);opacity:.09;pointer-events:none}
main{width:100%;max-width:400px;background:var(--surface);border:1px solid var(--border);border-radius:16px;
padding:36px 36px 32px;box-shadow:var(--lift)}
.brand{display:flex;align-items:center;gap:10px;margin:0 0 24px;color:var(--primary);font-weight:650;font-size:20px;letter-spacing:-.01em}
.brand span{color:var(--text)}
h1{font-size:22px;line-height:1.25;letter-spacing:-.015em;font-weight:650;margin:0 0 20px}
h1+p{margin:-10px 0 20px;color:var(--muted)}
form{display:grid;gap:16px;margin:0}
label.field{display:grid;gap:6px;font-weight:550;font-size:14px}
input:not([type]),input[type=password]{font:inherit;font-weight:400;color:inherit;width:100%;height:44px;padding:0 12px;
background:light-dark(#fff,#10131b);border:1px solid var(--border-strong);border-radius:8px}
input[name=code]{font-size:20px;letter-spacing:.12em;font-feature-settings:"tnum"}
input[aria-invalid=true]{border-color:var(--error)}
label.check{display:flex;align-items:center;gap:10px;font-size:14px;min-height:24px;cursor:pointer}
input[type=checkbox]{width:18px;height:18px;margin:0;accent-color:var(--primary)}
button,.button{font:inherit;font-weight:600;min-height:44px;padding:8px 16px;border:0;border-radius:8px;background:var(--primary);
color:var(--on-primary);cursor:pointer;text-align:center;text-decoration:none;display:block}
button:hover,.button:hover{background:var(--primary-strong)}
.quiet,button.quiet,button.quiet:hover{color:var(--primary);background:none;font-size:14px;font-weight:500;text-decoration:underline;
text-underline-offset:3px;justify-self:center;padding:4px 8px}
form+form{margin-top:8px}#op\\.logoutForm{display:none}
.error{margin:0;padding:10px 12px;border-radius:8px;background:var(--error-tint);color:var(--error);font-size:14px;font-weight:500}
.detail{font:13px/1.5 ui-monospace,monospace;color:var(--muted)}
:focus-visible{outline:2px solid var(--primary);outline-offset:2px}
.hidden-text{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
@media(max-width:440px){main{padding:28px 22px 24px}}
@media(prefers-reduced-motion:no-preference){main{animation:rise .24s ease-out}@keyframes rise{from{opacity:0;transform:translateY(6px)}}}
`
