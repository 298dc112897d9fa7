/** The look of a form: large enough for a thumb, small enough for a slow line. */
export const formStyle = (colour: string): string => `:root{color-scheme:light dark;
--page:light-dark(#f6f7f9,#0e1016);--surface:light-dark(#fff,#161923);--line:light-dark(#e3e6eb,#272c38);
--strong:light-dark(#868e9c,#6c7586);--text:light-dark(#14171f,#e8ebf2);--muted:light-dark(#566070,#a3acbd);
--primary:${colour || 'light-dark(#0000c8,#8d95ff)'};--on:${colour !== '' ? '#fff' : 'light-dark(#fff,#10122b)'};
--tint:light-dark(#eef0ff,#1c2046);--error:light-dark(#be0000,#ff7b72);--error-tint:light-dark(#fdecec,#351a1c);
font:16px/1.5 "Inter Variable",Inter,system-ui,sans-serif;-webkit-font-smoothing:antialiased}
*,::before,::after{box-sizing:border-box}
body{margin:0;background:var(--page);color:var(--text);overflow-wrap:break-word}
main{max-width:600px;min-height:100dvh;margin:0 auto;background:var(--surface);display:flex;flex-direction:column}
progress{appearance:none;border:0;width:100%;height:4px;display:block;background:var(--line)}
progress::-webkit-progress-bar{background:var(--line)}progress::-webkit-progress-value{background:var(--primary)}
progress::-moz-progress-bar{background:var(--primary)}
header{display:flex;justify-content:space-between;align-items:center;gap:12px;padding:20px 20px 0}
header img{max-height:36px;max-width:60%}header b{font-size:16px}
header form{display:flex;gap:6px;align-items:center;font-size:13px}
header select{font:inherit;color:inherit;height:36px;border:1px solid var(--line);border-radius:8px;background:none;padding:0 6px}
header button{font:inherit;height:36px;border:1px solid var(--line);border-radius:8px;background:none;color:inherit;padding:0 10px}
.body{padding:20px;flex:1}
h1{font-size:24px;line-height:1.25;letter-spacing:-.015em;margin:12px 0 8px}
h2{font-size:20px;line-height:1.3;margin:8px 0 16px}
p{margin:0 0 12px}.muted{color:var(--muted);font-size:14px}
fieldset,.field{border:0;margin:0 0 30px;padding:0;min-width:0}
legend,.asked{font-size:19px;font-weight:620;line-height:1.3;letter-spacing:-.01em;padding:0;margin:0 0 12px;display:block}
.hint{color:var(--muted);font-size:14px;font-weight:400;display:block;margin-top:4px}
.fault{unicode-bidi:plaintext;color:var(--error);font-weight:550;font-size:15px;margin:0 0 10px}[dir=rtl] .fault{text-align:right}
.faults{padding:12px 14px;border-radius:10px;background:var(--error-tint);color:var(--error);font-weight:550;margin:0 0 20px}
.steps{display:grid;grid-template-columns:repeat(auto-fit,minmax(44px,1fr));gap:8px}
.steps label,.options label{position:relative;border:1.5px solid var(--strong);border-radius:10px;cursor:pointer;display:flex;align-items:center}
.steps label{min-height:52px;justify-content:center;font-size:17px;font-weight:600;padding:2px 4px}
.steps.many{grid-template-columns:repeat(6,1fr)}.beside{margin-top:10px}
.steps.named{grid-template-columns:1fr}.steps.named label{justify-content:flex-start;gap:12px;padding:10px 14px;font-weight:450;font-size:16px}
.steps input{position:absolute;opacity:0;inset:0;width:100%;height:100%;margin:0;cursor:pointer}
.steps label:has(:checked),.options label:has(:checked){border-color:var(--primary);background:var(--tint);box-shadow:inset 0 0 0 1px var(--primary)}
.steps:not(.named) label:has(:checked){background:var(--primary);color:var(--on)}
label:has(:focus-visible){outline:3px solid var(--primary);outline-offset:2px}
.ends{display:flex;justify-content:space-between;gap:16px;font-size:14px;color:var(--muted);margin:8px 0 0}.ends :last-child{text-align:end}
.options{display:grid;grid-template-columns:minmax(0,1fr);gap:8px}.options label{min-height:48px;gap:12px;padding:10px 14px}
.options input{width:20px;height:20px;margin:0;flex:none;accent-color:var(--primary)}.options input[type=text]{width:0;flex:1;height:auto}
input[type=text],input[type=date],textarea,select.wide{font:inherit;color:inherit;width:100%;min-height:48px;padding:10px 12px;
background:light-dark(#fff,#10131b);border:1.5px solid var(--strong);border-radius:10px}
textarea{min-height:112px;resize:vertical}[aria-invalid=true]{border-color:var(--error)}
.rows>div{border-top:1px solid var(--line);padding:12px 0}.rows p{margin:0 0 8px;font-weight:500}
.rows .options label{min-height:40px;padding:6px 12px;font-size:14px}.rows .steps{gap:6px}.rows .steps label{min-height:44px;font-size:15px}
footer{padding:16px 20px 22px;border-top:1px solid var(--line)}
footer div{display:flex;gap:10px}
.button{font:inherit;font-weight:600;min-height:52px;border:0;border-radius:12px;background:var(--primary);color:var(--on);cursor:pointer;
flex:1;display:grid;place-items:center;text-decoration:none}
.quiet{flex:0 0 auto;padding:0 18px;background:none;color:var(--text);border:1.5px solid var(--line)}
footer p{margin:12px 0 0;text-align:center;font-size:13px;color:var(--muted)}a{color:var(--primary)}
:focus-visible{outline:3px solid var(--primary);outline-offset:2px}
.hidden{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
details{margin:0 0 20px;font-size:14px;color:var(--muted)}summary{cursor:pointer;text-decoration:underline}
@media(min-width:560px){.steps.many{grid-template-columns:repeat(auto-fit,minmax(36px,1fr))}}
@media(min-width:700px){main{min-height:0;margin:32px auto;border:1px solid var(--line);border-radius:16px;overflow:hidden}}
`
