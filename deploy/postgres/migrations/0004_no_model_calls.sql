-- Nobody ever counted them there: what models are asked is metered by the gateway to them.

alter table jobs drop column model_calls;
